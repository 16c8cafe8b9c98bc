import type { Conversation } from "@commonlane/contract/chat";
import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { driverActions } from "../../../test/fixtures/drivers.ts";
import {
  requestSeats,
  hostRide,
  createOffer,
  postRequest,
  towns,
} from "../../../test/fixtures/rides.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { runAdminCommand } from "../../../test/app/run-admin.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { suspendByOperator } from "#modules/moderation/index.ts";
import { listReports, closeReportByOperator, showReport } from "./cli.ts";

interface About {
  readonly kind: string;
  readonly id: string;
}
const report = (app: TestApp, as: TestUser, about: About, fields: object = {}) =>
  app.call<{ code?: string }>("POST", "/reports", {
    as,
    body: { about, reason: "scam", ...fields },
  });

const LATER = "2026-01-08T06:45:00.000Z";

const storedReports = ({ db }: TestApp) =>
  db.selectFrom("report").selectAll().orderBy("id").execute();

test("people, rides, requests, offers and messages are stored with unmasked texts, also if a block hides them", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser({ firstName: "Bob", lastName: "Silent" });
  const ride = await hostRide(app, bob, { note: "Bring cash" });
  const request = await postRequest(app, bob, { note: "Pay first, wa.me/49761" });
  const own = await hostRide(app, ada, { departsAt: "2026-01-07T06:45:00.000Z" });
  const seat = await requestSeats(app, own, ada, { message: "Mail bob@example.com" }, bob);
  const sought = await postRequest(app, ada, { departsAfter: LATER, departsBefore: LATER });
  const terms = { departsAt: LATER, message: "Call +49 761 1234567" };
  const offer = await createOffer(app, sought, ada, terms, bob);
  const chat = await openChat(app, bob, ada);
  await sendMessage(app, bob, chat, "Hello");
  const { id: messageId } = (await sendMessage(app, bob, chat, "Write to bob@example.com")).body;
  await app.call("PUT", `/blocks/${bob.uid}`, { as: ada });
  const abouts = [
    { kind: "person", id: bob.uid },
    { kind: "ride", id: ride.id },
    { kind: "ride-request", id: request.id },
    { kind: "seat-request", id: seat.response.body.id },
    { kind: "offer", id: offer.made.body.id },
    { kind: "message", id: messageId },
  ];
  for (const about of abouts) {
    expect((await report(app, ada, about, { text: "They want money." })).status).toBe(201);
    // A second report by the same user is ignored.
    expect((await report(app, ada, about, { reason: "other" })).status).toBe(201);
  }
  await app.call("PUT", `/rides/${ride.id}`, { as: bob, body: { note: "Nothing to see" } });
  const rows = await storedReports(app);
  expect(
    rows.map(({ subject_kind, subject_id }) => ({ kind: subject_kind, id: subject_id })),
  ).toEqual(abouts);
  expect(
    rows.every(
      ({ subject_uid, reporter_id }) => subject_uid === bob.uid && reporter_id === ada.uid,
    ),
  ).toBe(true);
  expect(rows.map(({ snapshot }) => snapshot)).toMatchObject([
    { displayName: "Bob S." },
    { note: "Bring cash", vehicle: null },
    { note: "Pay first, wa.me/49761", origin: { lat: expect.not.closeTo(towns.karlsruhe.lat, 4) } },
    { message: "Mail bob@example.com", rideId: own.id, seats: 1 },
    { message: "Call +49 761 1234567", requestId: sought.id },
    { messages: [{ text: "Hello" }, { text: "Write to bob@example.com" }] },
  ]);
  expect(rows[0]).toMatchObject({ reason: "scam", text: "They want money.", state: "open" });
});

test("either party of a seat request or an offer reports the other's content, and no one else can", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  const seat = await requestSeats(app, await hostRide(app, ada), ada, {}, bob);
  await seat.reject(ada, { reason: "Call +49 761 1234567" });
  const offer = await createOffer(app, await postRequest(app, ada), ada, {}, bob);
  await offer.decline(ada, { reason: "wa.me/49761" });
  for (const about of [
    { kind: "seat-request", id: seat.response.body.id },
    { kind: "offer", id: offer.made.body.id },
  ]) {
    for (const as of [ada, bob]) expect((await report(app, as, about)).status).toBe(201);
    expect((await report(app, eve, about)).body.code).toBe("not_found");
  }
  const rows = await storedReports(app);
  expect(rows.map(({ subject_uid }) => subject_uid)).toEqual([bob.uid, ada.uid, bob.uid, ada.uid]);
  const rejected = "Call +49 761 1234567";
  const declined = "wa.me/49761";
  expect(rows.map(({ snapshot }) => snapshot["reason"])).toEqual([
    rejected,
    rejected,
    declined,
    declined,
  ]);
});

test("no one can report what they cannot see, or themselves", async () => {
  const app = await createTestApp();
  const ada = await app.createUser();
  const bob = await app.createUser();
  const eve = await app.createUser();
  const chat = await openChat(app, ada, bob);
  const { id } = (await sendMessage(app, ada, chat, "Only for Bob")).body;
  const ride = await hostRide(app, ada);
  const code = async (as: TestUser, about: About) => (await report(app, as, about)).body.code;
  expect(await code(eve, { kind: "message", id })).toBe("not_found");
  for (const kind of ["person", "ride", "ride-request", "seat-request", "offer", "message"])
    expect(await code(eve, { kind, id: crypto.randomUUID() })).toBe("not_found");
  for (const about of [
    { kind: "person", id: ada.uid },
    { kind: "ride", id: ride.id },
    { kind: "message", id },
  ])
    expect(await code(ada, about)).toBe("own_report");
  expect(await storedReports(app)).toEqual([]);
});

test("a new account can write to few strangers, but to everyone it shares a booking with, and later to anyone", async () => {
  const app = await createTestApp({
    settings: { NEW_ACCOUNT_DAYS: 7, NEW_ACCOUNT_CONTACTS_PER_DAY: 3 },
  });
  const ada = await app.createUser();
  const host = await app.createUser();
  const strangers = await Promise.all([1, 2, 3].map(() => app.createUser()));
  const requested = await requestSeats(app, await hostRide(app, host), host, {}, ada);
  const open = (other: TestUser | undefined, rideId?: string) =>
    app.call<Conversation & { code?: string }>("POST", "/chat/conversations", {
      as: ada,
      body: { withUid: other?.uid, rideId },
    });
  // All at once, as a script would.
  const opened = await Promise.all(strangers.map((stranger) => open(stranger)));
  expect(opened.map(({ body }) => body.code).filter(Boolean)).toEqual(["strangers_enough"]);
  expect((await open(await app.createUser())).body.code).toBe("strangers_enough");
  const contacted = strangers[opened.findIndex(({ status }) => status === 201)];
  expect((await open(contacted)).status).toBe(201);
  await requested.accept();
  expect((await open(host)).status).toBe(201);
  app.clock.now = new Date(app.clock.now.getTime() + 8 * DAY_MS);
  expect((await open(await app.createUser())).status).toBe(201);
});

test("a user suspended for fraud is hidden from everyone, and everyone they wrote to is warned once", async () => {
  const app = await createTestApp();
  const { ctx } = app;
  const mallory = await app.createUser({ firstName: "Mallory", lastName: "Grim" });
  const reader = await app.createUser();
  const host = await app.createUser();
  const seeker = await app.createUser();
  const driver = await app.createUser();
  const passerBy = await app.createUser();
  const bystander = await app.createUser();
  await sendMessage(app, mallory, await openChat(app, mallory, reader), "Pay me");
  await openChat(app, mallory, bystander);
  await requestSeats(app, await hostRide(app, host), host, { message: "Pay me" }, mallory);
  await createOffer(app, await postRequest(app, seeker), seeker, { message: "Pay me" }, mallory);
  for (const one of [driver, passerBy]) await driverActions(app, one).goActive();
  await postRequest(app, mallory, { driverUid: driver.uid, note: "Pay me" });
  await postRequest(app, mallory, {
    departsAfter: LATER,
    departsBefore: LATER,
    driverUid: passerBy.uid,
  });
  const ride = await hostRide(app, mallory, { departsAt: "2026-01-05T06:45:00.000Z" });
  for (const _ of [1, 2]) {
    const lines = await suspendByOperator(ctx, mallory.email, {
      reason: "Asked for money",
      fraud: true,
    });
    expect(lines).toContain("Warned 4 people they had contact with.");
  }
  for (const [as, warned] of [
    [reader, 1],
    [host, 1],
    [seeker, 1],
    [driver, 1],
    [passerBy, 0],
    [bystander, 0],
  ] as const) {
    const warnings = (await listNotifications(app, as)).filter(
      ({ kind }) => kind === "person.suspended",
    );
    expect(warnings.map(({ title }) => title)).toEqual(
      warned ? ["Mallory G. was suspended for fraud"] : [],
    );
  }
  expect((await app.call("GET", `/rides/${ride.id}`, { as: host })).status).toBe(404);
  expect(JSON.stringify((await app.call("GET", "/rides/all", { as: host })).body)).not.toContain(
    mallory.uid,
  );
  await expect(
    suspendByOperator(ctx, "nobody@example.org", { reason: "why", fraud: false }),
  ).rejects.toThrow(/^There is no account/);
});

test("operators list open reports, oldest first, show one and close it from the command line", async () => {
  const app = await createTestApp();
  const { ctx } = app;
  const ada = await app.createUser();
  const mallory = await app.createUser();
  const { id } = (await sendMessage(app, mallory, await openChat(app, mallory, ada), "Pay me"))
    .body;
  await report(app, ada, { kind: "message", id }, { text: "a\nb\u001b[2J" });
  await report(app, ada, { kind: "person", id: mallory.uid }, { reason: "spam" });
  // Like an operator runs it; user text cannot imitate a line of the output.
  const listed = await runAdminCommand(app, ["reports"]);
  expect(listed).toContain(
    `scam  message ${id}\n    about ${mallory.email}; from ${ada.email}: "a\\nb[2J"\n`,
  );
  expect(listed).toContain(`spam  person ${mallory.uid}`);
  const [reportId = ""] = listed.split(" ");
  expect((await showReport(ctx, reportId)).join("\n")).toContain('"text": "Pay me"');
  expect(await closeReportByOperator(ctx, reportId, "suspended")).toEqual(["Closed: suspended"]);
  await expect(closeReportByOperator(ctx, reportId, "again")).rejects.toThrow(
    /^There is no open report /,
  );
  expect((await listReports(ctx)).join("\n")).not.toContain(reportId);
});
