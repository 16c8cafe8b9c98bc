import type { ReportFile, ReportStatistics } from "@commonlane/contract/report-files";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { z } from "zod";
import { openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";

async function openEvidence() {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const mallory = await app.createUser();
  const eve = await app.createUser();
  /** Reports something and opens the report. */
  const report = async (as: TestUser, about: object, context?: object) => {
    const body = { about, context, reason: "harassment" };
    expect((await app.call("POST", "/reports", { as, body })).status).toBe(201);
    const newest = app.db.selectFrom("report").select("id").orderBy("id", "desc").limit(1);
    const { id } = await newest.executeTakeFirstOrThrow();
    return async () =>
      (await app.call<ReportFile>("GET", `/moderation/reports/${id}`, { as: mo })).body;
  };
  return { app, mo, ada, mallory, eve, report };
}

const person = ({ uid: id }: TestUser) => ({ kind: "person", id });
const Lines = z.array(z.object({ text: z.string() }));
const texts = (lines: unknown) => Lines.parse(lines).map(({ text }) => text);

test("[domain/moderation:evidence] a report about a person carries the ride it was started from, as it was and as it is now", async () => {
  const { app, ada, mallory, report } = await openEvidence();
  const ride = await hostRide(app, mallory, { note: "Bring cash", seatsTotal: 3 });
  await (await requestSeats(app, ride, mallory, {}, ada)).accept();
  const open = await report(ada, person(mallory), { kind: "ride", id: ride.id });
  await app.call("PUT", `/rides/${ride.id}`, { as: mallory, body: { note: "Nothing to see" } });
  expect((await open()).context).toMatchObject({
    kind: "ride",
    id: ride.id,
    snapshot: { note: "Bring cash", seatsLeft: 2 },
    current: { note: "Nothing to see" },
  });
  // The host reports the passenger from the same ride.
  const back = await report(mallory, person(ada), { kind: "ride", id: ride.id });
  expect((await back()).context).toMatchObject({
    kind: "ride",
    snapshot: { note: "Nothing to see" },
  });
});

test("[domain/moderation:evidence-limits] a ride or conversation without the reported user, or that the reporter may not see, is left out, and the report stands", async () => {
  const { app, ada, mallory, eve, report } = await openEvidence();
  const ofAda = await hostRide(app, ada);
  const ofMallory = await hostRide(app, mallory, { departsAt: "2026-01-05T06:45:00.000Z" });
  await (await requestSeats(app, ofAda, ada, {}, mallory)).accept();
  const chat = await openChat(app, ada, mallory);
  await sendMessage(app, ada, chat, "Only for Mallory");
  const withEve = await openChat(app, mallory, eve);
  await sendMessage(app, mallory, withEve, "Only for Eve");
  for (const [as, about, context] of [
    // Eve sees the ride but takes no part, so she cannot know who is on it.
    [eve, mallory, { kind: "ride", id: ofAda.id }],
    [eve, mallory, { kind: "conversation", id: chat.id }],
    [ada, mallory, { kind: "conversation", id: withEve.id }],
    [mallory, eve, { kind: "ride", id: ofMallory.id }],
    [ada, eve, { kind: "ride", id: crypto.randomUUID() }],
  ] as const) {
    const { context: stored, snapshot } = await (await report(as, person(about), context))();
    expect([stored, snapshot["uid"]]).toEqual([null, about.uid]);
  }
});

test("[domain/moderation:messages-around] a reported message is shown with those around it: ten before, and ten after within a day while the report is open", async () => {
  const { app, mo, ada, mallory, report } = await openEvidence();
  const chat = await openChat(app, mallory, ada);
  for (let n = 1; n <= 12; n++) await sendMessage(app, mallory, chat, `Before ${n}`);
  const { id } = (await sendMessage(app, mallory, chat, "Pay me")).body;
  const open = await report(ada, { kind: "message", id });
  await sendMessage(app, ada, chat, "Never");
  const first = await open();
  expect(texts(first.snapshot["messages"])).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `Before ${n + 3}`),
    "Pay me",
  ]);
  expect(texts(first.messagesAfter)).toEqual(["Never"]);
  app.clock.now = new Date(app.clock.now.getTime() + 23 * HOUR_MS);
  await app.call("POST", `/moderation/reports/${first.id}/resolve`, {
    as: mo,
    body: { outcome: "Warned" },
  });
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  await sendMessage(app, mallory, chat, "After the report was closed");
  expect(texts((await open()).messagesAfter)).toEqual(["Never"]);
  const late = (await sendMessage(app, mallory, chat, "Pay me now")).body;
  const again = await report(ada, { kind: "message", id: late.id });
  for (let n = 1; n <= 12; n++) await sendMessage(app, mallory, chat, `After ${n}`);
  expect(texts((await again()).messagesAfter)).toEqual(
    Array.from({ length: 10 }, (_, n) => `After ${n + 1}`),
  );
  app.clock.now = new Date(app.clock.now.getTime() + 25 * HOUR_MS);
  const late2 = (await sendMessage(app, mallory, chat, "And now")).body;
  const third = await report(ada, { kind: "message", id: late2.id });
  app.clock.now = new Date(app.clock.now.getTime() + 25 * HOUR_MS);
  await sendMessage(app, mallory, chat, "A day later");
  expect((await third()).messagesAfter).toEqual([]);
});

test("a report shows what was reported before about its subject and by them, and the profile as it is now", async () => {
  const { app, ada, mallory, eve, report } = await openEvidence();
  await report(eve, person(mallory));
  await report(mallory, person(eve));
  const chat = await openChat(app, mallory, ada);
  await sendMessage(app, mallory, chat, "Hello");
  const open = await report(ada, person(mallory), { kind: "conversation", id: chat.id });
  await app.call("POST", "/firebase-auth/update-profile", {
    as: mallory,
    body: { bio: "All mine" },
  });
  const file = await open();
  expect(file).toMatchObject({
    snapshot: { bio: null },
    current: { bio: "All mine" },
    context: {
      kind: "conversation",
      id: chat.id,
      snapshot: { messages: [{ text: "Hello", sender_id: mallory.uid }] },
    },
    reportsAbout: [{ reporter: { uid: eve.uid } }],
    reportsBy: [{ person: { uid: eve.uid } }],
  });
});

test("[domain/moderation:response-times] the team sees how long reports waited for the first action, and the open ones by age and urgency", async () => {
  const { app, mo, mallory } = await openEvidence();
  const startMs = app.clock.now.getTime();
  const at = (hours: number) => void (app.clock.now = new Date(startMs + hours * HOUR_MS));
  const send = async (reason: string, hours: number) => {
    at(hours);
    const as = await app.createUser();
    await app.call("POST", "/reports", { as, body: { about: person(mallory), reason } });
    const newest = app.db.selectFrom("report").select("id").orderBy("id", "desc").limit(1);
    return (await newest.executeTakeFirstOrThrow()).id;
  };
  const statistics = async () =>
    (
      await app.call<ReportStatistics>("GET", "/moderation/report-statistics", {
        as: mo,
        query: { weeks: 2 },
      })
    ).body;
  const none = { lessThanHour: 0, lessThanDay: 0, lessThanWeek: 0, older: 0 };
  expect(await statistics()).toEqual({
    all: { handled: 0, medianS: null, p90S: null },
    urgent: { handled: 0, medianS: null, p90S: null },
    open: { urgent: none, other: none },
  });
  const ids = [await send("scam", 0), await send("spam", 0), await send("danger", 0)];
  // Ten minutes, one hour and two hours; the warning counts, not the closing that follows.
  at(1 / 6);
  await app.call("POST", `/moderation/people/${mallory.uid}/warn`, {
    as: mo,
    body: { reason: "No", reportId: ids[0] },
  });
  at(1);
  const again = { as: mo, body: { reason: "Still no", reportId: ids[0] } };
  await app.call("POST", `/moderation/people/${mallory.uid}/warn`, again);
  await app.call("POST", `/moderation/reports/${ids[1]}/resolve`, {
    as: mo,
    body: { outcome: "Spam" },
  });
  at(2);
  for (const id of [ids[0], ids[2]])
    await app.call("POST", `/moderation/reports/${id}/resolve`, {
      as: mo,
      body: { outcome: "Done" },
    });
  for (const [reason, hours] of [
    ["fake", 2],
    ["scam", 30],
    ["scam", 180],
    ["other", 201.5],
  ] as const)
    await send(reason, hours);
  at(202);
  expect(await statistics()).toEqual({
    all: { handled: 3, medianS: 3600, p90S: 6480 },
    urgent: { handled: 2, medianS: 3900, p90S: 6540 },
    open: {
      urgent: { ...none, lessThanDay: 1, older: 1 },
      other: { ...none, lessThanHour: 1, older: 1 },
    },
  });
});
