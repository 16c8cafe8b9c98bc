import { endpoints } from "@commonlane/contract/all";
import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import type { PersonCaseFile, RideCaseFile } from "@commonlane/contract/moderation";
import type { ReportSummary } from "@commonlane/contract/report-files";
import { expect, test } from "vitest";
import { openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import {
  advanceClock,
  decodeClaims,
  refresh,
  refreshCookieOf,
  signIn,
  signUpWithCode as joinIn,
} from "../../../test/fixtures/accounts.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { createModerator, listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { runAdminCommand } from "../../../test/app/run-admin.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  grantModeratorRole,
  listModerators,
  revokeModeratorRole,
  signOutEveryone,
  signOutUser,
} from "./cli.ts";
import { act, type Coded } from "../../../test/fixtures/moderation.ts";

type WholeReport = { snapshot: object; decisions: object[] };

test("the command line grants and revokes the role, effective from the next call; all moderator calls require it", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const look = async () =>
    (await app.call<Coded>("GET", "/moderation/reports", { as: ada })).body.code;
  const has = async () =>
    (await app.call<{ moderator: boolean }>("GET", "/moderation/role", { as: ada })).body;
  for (const { endpoint } of endpoints.filter(({ endpoint }) => endpoint.access === "moderator")) {
    const path = endpoint.path.replaceAll(/:\w+/g, ada.uid).slice(1);
    const { status, body } = await app.call<Coded>(endpoint.method, `/${path}`, {
      as: ada,
      body: {},
    });
    expect([path, status, body.code]).toEqual([path, 403, "moderators_only"]);
  }
  const nothing = {
    moderator: false,
    administrator: false,
    secondFactorMissing: false,
    openReports: 0,
    urgentReports: 0,
  };
  expect(await has()).toEqual(nothing);
  expect(await listModerators(app.ctx)).toEqual(["There are no moderators."]);
  // Like an operator runs it.
  expect(await runAdminCommand(app, ["moderators", "add", ada.email])).toBe(
    `${ada.email} is a moderator now.\n`,
  );
  expect(await grantModeratorRole(app.ctx, ada.email)).toEqual([
    `${ada.email} was already a moderator.`,
  ]);
  expect(await look()).toBeUndefined();
  expect(await has()).toMatchObject({ moderator: true });
  expect((await listModerators(app.ctx)).join()).toContain(`${ada.email}  since `);
  expect(await revokeModeratorRole(app.ctx, ada.email)).toEqual([
    `${ada.email} is no longer a moderator.`,
  ]);
  expect(await look()).toBe("moderators_only");
  await expect(grantModeratorRole(app.ctx, "nobody@example.org")).rejects.toThrow(
    /^There is no account/,
  );
});

test("every action and view of a moderator is recorded with its input, atomically with the action", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  await app.call("GET", `/moderation/people/${ada.uid}`, { as: mo });
  await app.call("GET", "/moderation/people", { as: mo, query: { query: "ada" } });
  await act(app, mo, ada, "warn", { reason: "Be kind" });
  expect((await act(app, mo, mo, "warn", { reason: "Be kind" })).body.code).toBe("own_moderation");
  expect(
    (await act(app, mo, { uid: crypto.randomUUID() }, "warn", { reason: "x" })).body.code,
  ).toBe("not_found");
  const auditLog = await listModeratorActs(app, mo);
  expect(
    auditLog.map(({ moderator, call, aboutId, details }) => [
      moderator?.uid ?? null,
      call,
      aboutId,
      details,
    ]),
  ).toEqual([
    [null, "moderation.grantRole", mo.uid, { role: "moderator" }],
    [mo.uid, "moderation.person", ada.uid, {}],
    [mo.uid, "moderation.searchPeople", null, { query: "ada" }],
    [mo.uid, "moderation.warn", ada.uid, { reason: "Be kind" }],
  ]);
  const [warning] = await listNotifications(app, ada);
  const text = expect.stringMatching(
    /“Be kind” If you think this is a mistake, contact support@example\.org\.$/,
  );
  expect(warning).toMatchObject({ kind: "person.warned", text });
});

test("reports are shown with their snapshot and resolved once; the reporter is notified, without the outcome", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const mallory = await app.createUser();
  const { id } = (await sendMessage(app, mallory, await openChat(app, mallory, ada), "Pay me"))
    .body;
  for (const about of [
    { kind: "message", id },
    { kind: "person", id: mallory.uid },
  ])
    await app.call("POST", "/reports", { as: ada, body: { about, reason: "scam", text: "Money" } });
  const [first, second] = await queue(app, mo, "open");
  expect([first, second]).toMatchObject([
    {
      about: { kind: "message", id },
      reason: "scam",
      text: "Money",
      person: { email: mallory.email },
      reporters: 1,
    },
    { about: { kind: "person", id: mallory.uid }, reporter: { uid: ada.uid, name: "Ada Moreau" } },
  ]);
  const page = await app.call<{ items: ReportSummary[]; nextCursor: string }>(
    "GET",
    "/moderation/reports",
    {
      as: mo,
      query: { limit: 1 },
    },
  );
  const next = await app.call<{ items: ReportSummary[]; nextCursor: null }>(
    "GET",
    "/moderation/reports",
    {
      as: mo,
      query: { limit: 1, cursor: page.body.nextCursor },
    },
  );
  expect([...page.body.items, ...next.body.items]).toEqual([first, second]);
  expect(next.body.nextCursor).toBeNull();
  const getReport = () =>
    app.call<WholeReport>("GET", `/moderation/reports/${first?.id}`, { as: mo });
  expect((await getReport()).body).toMatchObject({
    snapshot: { messages: [{ text: "Pay me" }] },
    decisions: [],
  });
  // The next moderator sees that a warning was sent, and does not send another.
  await act(app, mo, mallory, "warn", { reason: "No money here" });
  expect((await getReport()).body.decisions).toMatchObject([
    { call: "moderation.warn", moderator: { uid: mo.uid }, details: { reason: "No money here" } },
  ]);
  const resolve = () =>
    app.call<Coded>("POST", `/moderation/reports/${first?.id}/resolve`, {
      as: mo,
      body: { outcome: "Warned him" },
    });
  expect((await resolve()).status).toBe(200);
  expect((await resolve()).body.code).toBe("status_already_set");
  expect(await queue(app, mo, "open")).toEqual([second]);
  expect(await queue(app, mo, "closed")).toMatchObject([{ id: first?.id, outcome: "Warned him" }]);
  const notifications = (await listNotifications(app, ada)).filter(
    ({ kind }) => kind === "report.closed",
  );
  expect(notifications).toHaveLength(1);
  expect(JSON.stringify(notifications)).not.toContain("Warned him");
  expect(kindsOf(await listNotifications(app, mallory))).not.toContain("report.closed");
});

test("operators end the sessions of one user or of everyone, who are signed out at once and sign in repeated; it is recorded", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const email = "ada@example.org";
  const ada = await joinIn(app, email);
  const bob = await joinIn(app, "bob@example.org");
  const repeated = await signIn(app, email);
  const published = app.recordEventsOf(ada.body.user.uid);
  expect(await signOutUser(app.ctx, "ADA@example.org")).toEqual([
    `${email} is signed out. Sessions ended: 2`,
  ]);
  for (const cookie of [ada.cookie, refreshCookieOf(repeated)])
    expect((await refresh(app, cookie)).status).toBe(401);
  const { cookie } = await refresh(app, bob.cookie);
  await app.waitForEvents();
  const ids = [ada, repeated].map(({ body }) => decodeClaims(body.idToken)["sid"]);
  expect(new Set(published)).toEqual(
    new Set(ids.map((sessionId) => ({ type: "session.ended", sessionId }))),
  );
  await expect(signOutUser(app.ctx, "nobody@example.org")).rejects.toThrow(/^There is no account/);

  const bobHeard = app.recordEventsOf(bob.body.user.uid);
  expect((await signIn(app, email)).status).toBe(200);
  // Sessions of Ada, Bob and the moderator.
  expect(await signOutEveryone(app.ctx)).toEqual(["Everyone is signed out. Sessions ended: 3"]);
  expect((await refresh(app, cookie)).status).toBe(401);
  await app.waitForEvents();
  expect(bobHeard).toEqual([
    { type: "session.ended", sessionId: decodeClaims(bob.body.idToken)["sid"] },
  ]);
  expect((await signIn(app, email)).status).toBe(200);
  advanceClock(app, 3600);
  expect((await listModeratorActs(app, mo)).slice(1)).toMatchObject([
    { call: "moderation.signOut", moderator: null, aboutId: ada.body.user.uid },
    { call: "moderation.signOut", moderator: null, aboutId: null },
  ]);
});

test("a moderator who suspends for fraud warns everyone the user wrote to", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const bob = await app.createUser();
  const mallory = await app.createUser({ firstName: "Mallory", lastName: "Grim" });
  await sendMessage(app, mallory, await openChat(app, mallory, ada), "Pay me");
  const { body } = await act(app, mo, mallory, "suspend", { reason: "Fraud", fraud: true });
  expect(body).toMatchObject({ warned: 1, person: { suspendedUntil: null } });
  expect(kindsOf(await listNotifications(app, ada))).toContain("person.suspended");
  expect(kindsOf(await listNotifications(app, bob))).not.toContain("person.suspended");
});

test("case files of a user and a ride contain action is needed to decide, with past actions", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const bob = await app.createUser({ firstName: "Bob", lastName: "Silent" });
  const ride = await hostRide(app, bob, { note: "Bring cash" });
  await requestSeats(app, ride, bob, { message: "Please" }, ada);
  await app.call("POST", "/reports", {
    as: ada,
    body: { about: { kind: "ride", id: ride.id }, reason: "scam" },
  });
  const shown = await app.call<RideCaseFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(shown.body).toMatchObject({
    ride: { id: ride.id, status: "scheduled" },
    host: { uid: bob.uid, name: "Bob Silent", email: bob.email },
    note: "Bring cash",
    requests: [{ seeker: { uid: ada.uid }, message: "Please", status: "pending" }],
    reports: [{ about: { kind: "ride", id: ride.id } }],
    auditLog: [{ call: "moderation.ride", moderator: { uid: mo.uid } }],
  });
  const person = await app.call<PersonCaseFile>("GET", `/moderation/people/${bob.uid}`, { as: mo });
  expect(person.body).toMatchObject({
    person: { uid: bob.uid },
    counts: { ridesHosted: 1, ridesCancelled: 0 },
    rides: [{ id: ride.id }],
    reports: [{ person: { uid: bob.uid } }],
    auditLog: [{ call: "moderation.person" }],
  });
  for (const query of ["silent", bob.email.slice(0, 12), bob.uid])
    expect(await search(app, mo, query)).toEqual([bob.uid]);
  expect(await search(app, mo, "%%")).toEqual([]);
});

async function queue(
  app: TestApp,
  as: TestUser,
  state: "open" | "closed",
): Promise<ReportSummary[]> {
  return (
    await app.call<{ items: ReportSummary[] }>("GET", "/moderation/reports", {
      as,
      query: { state },
    })
  ).body.items;
}

async function search(app: TestApp, as: TestUser, query: string): Promise<string[]> {
  const { body } = await app.call<{ items: ModeratedPerson[] }>("GET", "/moderation/people", {
    as,
    query: { query },
  });
  return body.items.map(({ uid }) => uid);
}
