import type { ReportSummary } from "@commonlane/contract/report-files";
import { reportReasons } from "@commonlane/contract/reports";
import { expect, test } from "vitest";
import { hostRide } from "../../../test/fixtures/rides.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { deliveryStates, minutesInMs } from "../../../test/fixtures/notification-delivery.ts";
import { openPushService } from "../../../test/services/push-service.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  grantModeratorRole,
  revokeModeratorRole,
  suspendByOperator,
} from "#modules/moderation/index.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";

/** Two moderators with phones, and people who report each other, at twenty past eight. */
async function openReporting() {
  const app = await createTestApp();
  app.clock.now = new Date("2026-01-01T08:20:00Z");
  const service = await openPushService();
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const mallory = await app.createUser();
  const run = () => app.jobs.runDue(app.ctx, notificationWorkers({ post: service.post }));
  const after = async (minutes: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + minutesInMs(minutes));
    for (const sweep of notificationSweeps) await runSweep(app.ctx, sweep);
    await run();
  };
  const report = (as: TestUser, about: object, reason = "harassment") =>
    app.call("POST", "/reports", { as, body: { about, reason } });
  const reportPerson = (as: TestUser, { uid: id }: TestUser, reason?: string) =>
    report(as, { kind: "person", id }, reason);
  const notified = async (as: TestUser) =>
    (await listNotifications(app, as)).filter(
      ({ kind }) => kind === "report.urgent" || kind === "report.created",
    );
  const emailsTo = ({ email }: TestUser) => app.mail.filter(({ to }) => to === email);
  const role = async (as: TestUser) => (await app.call("GET", "/moderation/role", { as })).body;
  return {
    app,
    service,
    mo,
    ada,
    mallory,
    run,
    after,
    report,
    reportPerson,
    notified,
    emailsTo,
    role,
  };
}

test("[domain/moderation:notified] each moderator is notified once per report, with a link to it and without names, except about and by themselves", async () => {
  const { app, mo, ada, mallory, reportPerson, notified, role } = await openReporting();
  const max = await app.createUser();
  await grantModeratorRole(app.ctx, max.email);
  for (const _ of [1, 2]) await reportPerson(ada, mallory);
  const [{ id } = { id: "" }] = await app.db.selectFrom("report").select("id").execute();
  for (const as of [mo, max]) {
    const [notification, ...more] = await notified(as);
    expect(more).toEqual([]);
    expect(notification).toMatchObject({
      kind: "report.urgent",
      title: "Urgent report: harassment",
      path: `/moderation/reports/${id}`,
      person: null,
    });
    expect(await role(as)).toMatchObject({
      administrator: false,
      moderator: true,
      openReports: 1,
      urgentReports: 1,
    });
  }
  // Mo reports Max, and Ada reports Mo.
  await reportPerson(mo, max, "spam");
  await reportPerson(ada, mo, "danger");
  expect((await notified(max)).map(({ title }) => title)).toEqual([
    "Urgent report: dangerous behaviour",
    "Urgent report: harassment",
  ]);
  expect((await notified(mo)).map(({ title }) => title)).toEqual(["Urgent report: harassment"]);
  // Nor do they see the report about themselves anywhere in the console, since it would show who reported.
  expect(await role(mo)).toMatchObject({
    administrator: false,
    moderator: true,
    openReports: 2,
    urgentReports: 1,
  });
  const { body } = await app.call<{ items: ReportSummary[] }>("GET", "/moderation/reports", {
    as: mo,
  });
  expect(body.items.map(({ person }) => person?.uid)).toEqual([mallory.uid, max.uid]);
  const own = await app.db
    .selectFrom("report")
    .select("id")
    .where("subject_uid", "=", mo.uid)
    .executeTakeFirstOrThrow();
  expect((await app.call("GET", `/moderation/reports/${own.id}`, { as: mo })).status).toBe(404);
  const outcome = { as: mo, body: { outcome: "Nothing to see" } };
  expect((await app.call("POST", `/moderation/reports/${own.id}/resolve`, outcome)).status).toBe(
    404,
  );
  const file = await app.call<{ reports: object[] }>("GET", `/moderation/people/${mo.uid}`, {
    as: mo,
  });
  expect(file.body.reports).toEqual([]);
  expect((await app.call("GET", `/moderation/reports/${own.id}`, { as: max })).status).toBe(200);
  expect(await notified(ada)).toEqual([]);
});

test("[domain/moderation:urgency] reports of fraud, harassment and danger are urgent and e-mailed at once, the others together at the next full hour, also if a push arrived", async () => {
  const { app, mo, ada, mallory, report, run, after, emailsTo, service } = await openReporting();
  const phone = await service.subscribe(app, mo);
  const rides: { id: string }[] = [];
  for (const [n] of reportReasons.entries())
    rides.push(await hostRide(app, mallory, { departsAt: `2026-02-0${n + 1}T06:45:00.000Z` }));
  const about = (n: number) => ({ kind: "ride", id: rides[n]?.id });
  await report(ada, about(0), "fake");
  await run();
  expect(phone.messages()).toMatchObject([{ title: "New report: fake or misleading" }]);
  await app.call("POST", "/notifications/received", {
    body: { batchId: phone.messages()[0]?.batchId },
  });
  expect(emailsTo(mo)).toEqual([]);
  await after(10);
  await report(ada, about(1), "spam");
  await after(20);
  expect(emailsTo(mo)).toEqual([]);
  await after(10);
  expect(emailsTo(mo).map(({ subject }) => subject)).toEqual([
    "New report: fake or misleading and New report: spam",
  ]);
  for (const [n, reason] of (["scam", "harassment", "danger"] as const).entries()) {
    await after(20);
    await report(ada, about(n + 2), reason);
    await run();
    expect(emailsTo(mo)).toHaveLength(n + 2);
  }
  expect(emailsTo(mo).map(({ subject }) => subject)).toEqual([
    "New report: fake or misleading and New report: spam",
    "Urgent report: fraud",
    "Urgent report: harassment",
    "Urgent report: dangerous behaviour",
  ]);
  const urgent = await app.call<{ items: ReportSummary[] }>("GET", "/moderation/reports", {
    as: mo,
  });
  expect(urgent.body.items.filter((one) => one.urgent).map(({ reason }) => reason)).toEqual([
    "scam",
    "harassment",
    "danger",
  ]);
});

test("urgent reports do not wait for quiet hours; nobody is reminded of a closed report", async () => {
  const { app, mo, ada, mallory, reportPerson, run, after, emailsTo } = await openReporting();
  const quietHours = { from: "00:00", until: "23:00", timeZone: "UTC" };
  await app.call("PUT", "/notifications/settings", { as: mo, body: { quietHours } });
  await reportPerson(ada, mallory, "spam");
  await after(60);
  expect(emailsTo(mo)).toEqual([]);
  await reportPerson(mallory, ada, "danger");
  await run();
  expect(emailsTo(mo).map(({ subject }) => subject)).toEqual([
    "Urgent report: dangerous behaviour",
  ]);
  const spam = await app.db
    .selectFrom("report")
    .select("id")
    .where("reason", "=", "spam")
    .executeTakeFirstOrThrow();
  await app.call("POST", `/moderation/reports/${spam.id}/resolve`, {
    as: mo,
    body: { outcome: "No spam" },
  });
  await after(24 * 60);
  expect(emailsTo(mo)).toHaveLength(1);
});

test("[domain/moderation:notified] whoever is no longer a moderator gets and sees nothing", async () => {
  const { app, mo, ada, mallory, reportPerson, run, after, emailsTo, notified } =
    await openReporting();
  const max = await app.createUser();
  await grantModeratorRole(app.ctx, max.email);
  await reportPerson(ada, mallory, "scam");
  await revokeModeratorRole(app.ctx, mo.email);
  await suspendByOperator(app.ctx, max.email, { reason: "A test", fraud: false });
  const sent = app.mail.length;
  await run();
  await after(120);
  expect(app.mail.slice(sent)).toEqual([]);
  expect(emailsTo(mo)).toEqual([]);
  expect(await notified(mo)).toEqual([]);
  expect((await app.call("GET", "/notifications/unread-count", { as: mo })).body).toEqual({
    count: 0,
  });
  // Back in the role, the link is there again; what became due in between is not sent.
  await grantModeratorRole(app.ctx, mo.email);
  expect(await notified(mo)).toHaveLength(1);
  expect(await deliveryStates(app, mo)).toMatchObject({
    email: { state: "skipped", reason: "You're no longer a moderator." },
  });
});

test("[domain/moderation:burst] a burst of reports sends two e-mails and few pushes, and refreshes the open console", async () => {
  const { app, mo, mallory, reportPerson, after, run, emailsTo, service } = await openReporting();
  const phone = await service.subscribe(app, mo);
  await reportPerson(await app.createUser(), mallory, "scam");
  await run();
  await app.waitForEvents();
  const events = app.recordEventsOf(mo.uid);
  const reporters = await Promise.all(Array.from({ length: 20 }, () => app.createUser()));
  for (const reporter of reporters) {
    await reportPerson(reporter, mallory, "scam");
    await run();
  }
  await app.waitForEvents();
  expect(events.filter(({ type }) => type === "report.changed")).toHaveLength(20);
  // The first at once, two more pushes, and everything else is collected.
  expect([emailsTo(mo).length, phone.messages().length]).toEqual([1, 3]);
  for (let minute = 0; minute < 30; minute++) await after(1);
  expect(emailsTo(mo).map(({ subject }) => subject)).toEqual([
    "Urgent report: fraud",
    "Urgent report: fraud and 19 more",
  ]);
  expect(phone.messages().slice(3)).toMatchObject([{ title: "18 new notifications" }]);
});
