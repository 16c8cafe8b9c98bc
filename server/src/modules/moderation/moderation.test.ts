import { endpoints } from "@commonlane/contract/all";
import type { ModeratedPerson } from "@commonlane/contract/moderated";
import type { PersonFile, ReportHead, RideFile } from "@commonlane/contract/moderation";
import { expect, test } from "vitest";
import { openChat, send } from "../../../test/chats.ts";
import { advance, claimsOf, cookieOf, join as joinIn, PASSWORD, refresh, signIn } from "../../../test/identity.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { actsOf, moderatorOf } from "../../../test/moderators.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { operate } from "../../../test/operate.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { suspensionSweeps } from "./measures.ts";
import { giveRole, listModerators, signOutAll, signOutOne, suspendFor, takeRole, unsuspend } from "./operating.ts";

const DAY_S = 86_400;
type Coded = { code?: string };
type WholeReport = { snapshot: object; measures: object[] };

test("[issue6/moderation:role] the command line gives the role and takes it, felt from the next call on; without it every call for moderators is refused", async () => {
  const world = await openWorld();
  const ada = await world.person();
  const look = async () => (await world.call<Coded>("GET", "/moderation/reports", { as: ada })).body.code;
  const has = async () => (await world.call<{ moderator: boolean }>("GET", "/moderation/role", { as: ada })).body;
  for (const { endpoint } of endpoints.filter(({ endpoint }) => endpoint.access === "moderator")) {
    const path = endpoint.path.replaceAll(/:\w+/g, ada.uid).slice(1);
    const { status, body } = await world.call<Coded>(endpoint.method, `/${path}`, { as: ada, body: {} });
    expect([path, status, body.code]).toEqual([path, 403, "moderators_only"]);
  }
  expect(await has()).toEqual({ moderator: false });
  expect(await listModerators(world.ctx)).toEqual(["Nobody is a moderator."]);
  // As an operator runs it.
  expect(await operate(world, ["moderators", "add", ada.email])).toBe(`${ada.email} is a moderator now.\n`);
  expect(await giveRole(world.ctx, ada.email)).toEqual([`${ada.email} was a moderator before.`]);
  expect(await look()).toBeUndefined();
  expect(await has()).toEqual({ moderator: true });
  expect((await listModerators(world.ctx)).join()).toContain(`${ada.email}  since `);
  expect(await takeRole(world.ctx, ada.email)).toEqual([`${ada.email} is no moderator any more.`]);
  expect(await look()).toBe("moderators_only");
  await expect(giveRole(world.ctx, "nobody@example.org")).rejects.toThrow(/^Nobody has the account/);
});

test("[issue6/moderation:witness] every act of a moderator, a look too, is written down with what was said, together with the deed or not at all", async () => {
  const world = await openWorld();
  const [mo, ada] = [await moderatorOf(world), await world.person()];
  await world.call("GET", `/moderation/people/${ada.uid}`, { as: mo });
  await world.call("GET", "/moderation/people", { as: mo, query: { query: "ada" } });
  await act(world, mo, ada, "warn", { reason: "Be kind" });
  expect((await act(world, mo, mo, "warn", { reason: "Be kind" })).body.code).toBe("own_moderation");
  expect((await act(world, mo, { uid: crypto.randomUUID() }, "warn", { reason: "x" })).body.code).toBe("not_found");
  const acts = await actsOf(world, mo);
  expect(acts.map(({ moderator, call, aboutId, said }) => [moderator?.uid ?? null, call, aboutId, said])).toEqual([
    [null, "moderation.giveRole", mo.uid, {}],
    [mo.uid, "moderation.person", ada.uid, {}],
    [mo.uid, "moderation.people", null, { query: "ada" }],
    [mo.uid, "moderation.warn", ada.uid, { reason: "Be kind" }],
  ]);
  const [warning] = await noticesOf(world, ada);
  const text = expect.stringMatching(/“Be kind” If you think it is wrong, write to support@example\.org\.$/);
  expect(warning).toMatchObject({ kind: "person.warned", text });
});

test("[issue6/moderation:queue] reports are read with what they are about as it was, and resolved once; who reported hears of it, not what came of it", async () => {
  const world = await openWorld();
  const [mo, ada, mallory] = [await moderatorOf(world), await world.person(), await world.person()];
  const { id } = (await send(world, mallory, await openChat(world, mallory, ada), "Pay me")).body;
  for (const about of [
    { kind: "message", id },
    { kind: "person", id: mallory.uid },
  ])
    await world.call("POST", "/reports", { as: ada, body: { about, reason: "scam", text: "Money" } });
  const [first, second] = await queue(world, mo, "open");
  expect([first, second]).toMatchObject([
    { about: { kind: "message", id }, reason: "scam", text: "Money", person: { email: mallory.email }, reporters: 1 },
    { about: { kind: "person", id: mallory.uid }, reporter: { uid: ada.uid, name: "Ada Moreau" } },
  ]);
  const page = await world.call<{ items: ReportHead[]; nextCursor: string }>("GET", "/moderation/reports", {
    as: mo,
    query: { limit: 1 },
  });
  const next = await world.call<{ items: ReportHead[]; nextCursor: null }>("GET", "/moderation/reports", {
    as: mo,
    query: { limit: 1, cursor: page.body.nextCursor },
  });
  expect([...page.body.items, ...next.body.items]).toEqual([first, second]);
  expect(next.body.nextCursor).toBeNull();
  const whole = () => world.call<WholeReport>("GET", `/moderation/reports/${first?.id}`, { as: mo });
  expect((await whole()).body).toMatchObject({ snapshot: { messages: [{ text: "Pay me" }] }, measures: [] });
  // The next moderator sees that a warning was sent, and does not send another.
  await act(world, mo, mallory, "warn", { reason: "No money here" });
  expect((await whole()).body.measures).toMatchObject([
    { call: "moderation.warn", moderator: { uid: mo.uid }, said: { reason: "No money here" } },
  ]);
  const resolve = () =>
    world.call<Coded>("POST", `/moderation/reports/${first?.id}/resolve`, { as: mo, body: { outcome: "Warned him" } });
  expect((await resolve()).status).toBe(200);
  expect((await resolve()).body.code).toBe("status_already_set");
  expect(await queue(world, mo, "open")).toEqual([second]);
  expect(await queue(world, mo, "closed")).toMatchObject([{ id: first?.id, outcome: "Warned him" }]);
  const told = (await noticesOf(world, ada)).filter(({ kind }) => kind === "report.closed");
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told)).not.toContain("Warned him");
  expect(kindsOf(await noticesOf(world, mallory))).not.toContain("report.closed");
});

test("[issue6/moderation:suspension] a suspension says why and until when, ends by itself when its time is over, and can be lifted before", async () => {
  const world = await openWorld();
  const mo = await moderatorOf(world);
  const { uid } = await createVerifiedAccount(world.ctx, { email: "eve@example.org", password: PASSWORD });
  const enter = async () => (await signIn(world, "eve@example.org")).body;
  const sweep = async () => {
    for (const one of suspensionSweeps) await runSweep(world.ctx, one);
  };
  const suspended = await act(world, mo, { uid }, "suspend", { reason: "Threats", days: 3 });
  expect(suspended.body).toMatchObject({ person: { suspendedUntil: "2026-01-04T08:00:00.000Z" }, warned: 0 });
  const again = await act(world, mo, { uid }, "suspend", { reason: "Threats" });
  expect(again.body).toMatchObject({ code: "status_already_set", current: { uid } });
  const refused = { code: "account_suspended", error: "This account has been suspended until 2026-01-04: Threats" };
  expect(await enter()).toMatchObject(refused);
  advance(world, 3 * DAY_S - 1);
  await sweep();
  expect(await enter()).toMatchObject(refused);
  advance(world, 1);
  await sweep();
  expect(await enter()).toMatchObject({ user: { uid } });

  await act(world, mo, { uid }, "suspend", { reason: "Threats again" });
  advance(world, 400 * DAY_S);
  await sweep();
  expect(await enter()).toMatchObject({ error: "This account has been suspended: Threats again" });
  expect((await act(world, mo, { uid }, "unsuspend", { reason: "A mistake" })).body).toMatchObject({
    suspendedAt: null,
  });
  expect((await act(world, mo, { uid }, "unsuspend", { reason: "A mistake" })).body.code).toBe("status_already_set");
  expect(await enter()).toMatchObject({ user: { uid } });
  const file = await world.call<PersonFile>("GET", `/moderation/people/${uid}`, { as: mo });
  const history = file.body.acts.map(({ call, moderator, said }) => [call, moderator?.uid ?? null, said["reason"]]);
  expect(history.slice(1)).toEqual([
    ["moderation.unsuspend", mo.uid, "A mistake"],
    ["moderation.suspend", mo.uid, "Threats again"],
    ["moderation.unsuspend", null, "The time was over."],
    ["moderation.suspend", mo.uid, "Threats"],
  ]);
});

test("[issue6/moderation:suspension-letter] whoever is suspended is written to once, by moderators as by command: why, until when, and how to appeal without signing in", async () => {
  const world = await openWorld({ settings: { SUPPORT_EMAIL: "help@lane.test" } });
  const [mo, eve, bob] = [await moderatorOf(world), await world.person(), await world.person()];
  const lettersTo = ({ email }: Person) => world.mail.filter(({ to }) => to === email);
  for (const _ of [1, 2]) await act(world, mo, eve, "suspend", { reason: "Sent threats", days: 3 });
  await suspendFor(world.ctx, bob.email, { reason: "Sent spam", fraud: false, days: undefined });
  for (const _ of [1, 2]) for (const one of suspensionSweeps) await runSweep(world.ctx, one);
  const [forDays, ...more] = lettersTo(eve);
  expect(more).toEqual([]);
  expect(forDays?.subject).toBe("Your Commonlane account is suspended until 4 January 2026");
  expect(forDays?.paragraphs.join(" ")).toMatch(/“Sent threats”.*until 4 January 2026.*write to help@lane\.test/);
  const text = lettersTo(bob)[0]?.paragraphs.join(" ");
  expect(text).toMatch(/“Sent spam”.*until they lift it.*write to help@lane\.test/);
});

test("[issue6/moderation:suspend-by-command] operators suspend for some days and lift it from the command line, and it is written down", async () => {
  const world = await openWorld();
  const [mo, eve] = [await moderatorOf(world), await world.person()];
  const suspended = await operate(world, ["users", "suspend", "--days=2", eve.email, "Sent", "spam"]);
  expect(suspended).toMatch(/ is suspended until .*: Sent spam\n$/);
  expect(await unsuspend(world.ctx, eve.email, "Sorry")).toEqual([`${eve.email} is no longer suspended.`]);
  await expect(unsuspend(world.ctx, eve.email, "Sorry")).rejects.toThrow(/ is not suspended\.$/);
  const told = (await noticesOf(world, eve)).filter(({ kind }) => kind === "person.reinstated");
  expect(told).toMatchObject([{ text: "It is no longer suspended. “Sorry”" }]);
  expect((await actsOf(world, mo)).slice(1)).toMatchObject([
    { call: "moderation.suspend", moderator: null, aboutId: eve.uid, said: { reason: "Sent spam", days: 2 } },
    { call: "moderation.unsuspend", moderator: null, aboutId: eve.uid, said: { reason: "Sorry" } },
  ]);
});

test("[issue6/moderation:sign-out-by-command] operators end the sessions of one person, or of everybody, who are told at once and sign in again; it is written down", async () => {
  const world = await openWorld();
  const [mo, email] = [await moderatorOf(world), "ada@example.org"];
  const [ada, bob] = [await joinIn(world, email), await joinIn(world, "bob@example.org")];
  const again = await signIn(world, email);
  const heard = world.hear(ada.body.user.uid);
  expect(await signOutOne(world.ctx, "ADA@example.org")).toEqual([`${email} is signed out. Sessions ended: 2`]);
  for (const cookie of [ada.cookie, cookieOf(again)]) expect((await refresh(world, cookie)).status).toBe(401);
  const { cookie } = await refresh(world, bob.cookie);
  await world.allTold();
  const ids = [ada, again].map(({ body }) => claimsOf(body.idToken)["sid"]);
  expect(new Set(heard)).toEqual(new Set(ids.map((sessionId) => ({ type: "session.ended", sessionId }))));
  await expect(signOutOne(world.ctx, "nobody@example.org")).rejects.toThrow(/^Nobody has the account/);

  const bobHeard = world.hear(bob.body.user.uid);
  expect((await signIn(world, email)).status).toBe(200);
  // Ada's, Bob's and the moderator's.
  expect(await signOutAll(world.ctx)).toEqual(["Everybody is signed out. Sessions ended: 3"]);
  expect((await refresh(world, cookie)).status).toBe(401);
  await world.allTold();
  expect(bobHeard).toEqual([{ type: "session.ended", sessionId: claimsOf(bob.body.idToken)["sid"] }]);
  expect((await signIn(world, email)).status).toBe(200);
  advance(world, 3600);
  expect((await actsOf(world, mo)).slice(1)).toMatchObject([
    { call: "moderation.signOut", moderator: null, aboutId: ada.body.user.uid },
    { call: "moderation.signOut", moderator: null, aboutId: null },
  ]);
});

test("[issue6/moderation:fraud] a moderator who suspends for fraud warns everybody they wrote to", async () => {
  const world = await openWorld();
  const [mo, ada, bob, mallory] = [
    await moderatorOf(world),
    await world.person(),
    await world.person(),
    await world.person({ firstName: "Mallory", lastName: "Grim" }),
  ];
  await send(world, mallory, await openChat(world, mallory, ada), "Pay me");
  const { body } = await act(world, mo, mallory, "suspend", { reason: "Fraud", fraud: true });
  expect(body).toMatchObject({ warned: 1, person: { suspendedUntil: null } });
  expect(kindsOf(await noticesOf(world, ada))).toContain("person.suspended");
  expect(kindsOf(await noticesOf(world, bob))).not.toContain("person.suspended");
});

test("[issue6/moderation:files] a person and a ride are shown with all that is needed to judge, and with what was done", async () => {
  const world = await openWorld();
  const [mo, ada, bob] = [
    await moderatorOf(world),
    await world.person(),
    await world.person({ firstName: "Bob", lastName: "Silent" }),
  ];
  const ride = await hostRide(world, bob, { note: "Bring cash" });
  await askForSeats(world, ride, bob, { message: "Please" }, ada);
  await world.call("POST", "/reports", { as: ada, body: { about: { kind: "ride", id: ride.id }, reason: "scam" } });
  const shown = await world.call<RideFile>("GET", `/moderation/rides/${ride.id}`, { as: mo });
  expect(shown.body).toMatchObject({
    ride: { id: ride.id, status: "scheduled" },
    host: { uid: bob.uid, name: "Bob Silent", email: bob.email },
    note: "Bring cash",
    requests: [{ seeker: { uid: ada.uid }, message: "Please", status: "pending" }],
    reports: [{ about: { kind: "ride", id: ride.id } }],
    acts: [{ call: "moderation.ride", moderator: { uid: mo.uid } }],
  });
  const person = await world.call<PersonFile>("GET", `/moderation/people/${bob.uid}`, { as: mo });
  expect(person.body).toMatchObject({
    person: { uid: bob.uid },
    counts: { ridesHosted: 1, ridesCancelled: 0 },
    rides: [{ id: ride.id }],
    reports: [{ person: { uid: bob.uid } }],
    acts: [{ call: "moderation.person" }],
  });
  for (const query of ["silent", bob.email.slice(0, 12), bob.uid])
    expect(await found(world, mo, query)).toEqual([bob.uid]);
  expect(await found(world, mo, "%%")).toEqual([]);
});

const act = (world: World, as: Person, { uid }: { uid: string }, what: string, body: object) =>
  world.call<Coded>("POST", `/moderation/people/${uid}/${what}`, { as, body });

async function queue(world: World, as: Person, state: "open" | "closed"): Promise<ReportHead[]> {
  return (await world.call<{ items: ReportHead[] }>("GET", "/moderation/reports", { as, query: { state } })).body.items;
}

async function found(world: World, as: Person, query: string): Promise<string[]> {
  const { body } = await world.call<{ items: ModeratedPerson[] }>("GET", "/moderation/people", {
    as,
    query: { query },
  });
  return body.items.map(({ uid }) => uid);
}
