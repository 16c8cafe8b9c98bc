import type { PersonCaseFile } from "@commonlane/contract/moderation";
import { expect, test } from "vitest";
import { advanceClock, PASSWORD, signIn } from "../../../test/fixtures/accounts.ts";
import { createModerator, listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { runAdminCommand } from "../../../test/app/run-admin.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { suspensionSweeps } from "./sanctions.ts";
import { suspendByOperator, unsuspendByOperator } from "./cli.ts";
import { act } from "../../../test/fixtures/moderation.ts";

const DAY_S = 86_400;

test("a suspension states reason and end date, expires by itself, and can be lifted before", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const { uid } = await createVerifiedAccount(app.ctx, {
    email: "eve@example.org",
    password: PASSWORD,
  });
  const enter = async () => (await signIn(app, "eve@example.org")).body;
  const sweep = async () => {
    for (const sweep of suspensionSweeps) await runSweep(app.ctx, sweep);
  };
  const suspended = await act(app, mo, { uid }, "suspend", { reason: "Threats", days: 3 });
  expect(suspended.body).toMatchObject({
    person: { suspendedUntil: "2026-01-04T08:00:00.000Z" },
    warned: 0,
  });
  const repeated = await act(app, mo, { uid }, "suspend", { reason: "Threats" });
  expect(repeated.body).toMatchObject({ code: "status_already_set", current: { uid } });
  const refused = {
    code: "account_suspended",
    error: "This account has been suspended until 4 January 2026: Threats",
  };
  expect(await enter()).toMatchObject(refused);
  advanceClock(app, 3 * DAY_S - 1);
  await sweep();
  expect(await enter()).toMatchObject(refused);
  advanceClock(app, 1);
  await sweep();
  expect(await enter()).toMatchObject({ user: { uid } });

  await act(app, mo, { uid }, "suspend", { reason: "Threats again" });
  advanceClock(app, 400 * DAY_S);
  await sweep();
  expect(await enter()).toMatchObject({ error: "This account has been suspended: Threats again" });
  expect((await act(app, mo, { uid }, "unsuspend", { reason: "A mistake" })).body).toMatchObject({
    suspendedAt: null,
  });
  expect((await act(app, mo, { uid }, "unsuspend", { reason: "A mistake" })).body.code).toBe(
    "status_already_set",
  );
  expect(await enter()).toMatchObject({ user: { uid } });
  const file = await app.call<PersonCaseFile>("GET", `/moderation/people/${uid}`, { as: mo });
  const history = file.body.auditLog.map(({ call, moderator, details }) => [
    call,
    moderator?.uid ?? null,
    details["reason"],
  ]);
  expect(history.slice(1)).toEqual([
    ["moderation.unsuspend", mo.uid, "A mistake"],
    ["moderation.suspend", mo.uid, "Threats again"],
    ["moderation.unsuspend", null, "The term ended."],
    ["moderation.suspend", mo.uid, "Threats"],
  ]);
});

test("a suspended user gets one e-mail, from moderators or the command line: why, until when, and how to appeal without signing in", async () => {
  const app = await createTestApp({ community: { supportEmail: "help@lane.test" } });
  const mo = await createModerator(app);
  const eve = await app.createUser();
  const bob = await app.createUser();
  const emailsTo = ({ email }: TestUser) => app.mail.filter(({ to }) => to === email);
  for (const _ of [1, 2]) await act(app, mo, eve, "suspend", { reason: "Sent threats", days: 3 });
  await suspendByOperator(app.ctx, bob.email, {
    reason: "Sent spam",
    fraud: false,
    days: undefined,
  });
  for (const _ of [1, 2]) for (const sweep of suspensionSweeps) await runSweep(app.ctx, sweep);
  const [forDays, ...more] = emailsTo(eve);
  expect(more).toEqual([]);
  expect(forDays?.subject).toBe("Your Commonlane account is suspended until 4 January 2026");
  expect(forDays?.paragraphs.join(" ")).toMatch(
    /“Sent threats”.*until 4 January 2026.*write to help@lane\.test/,
  );
  const text = emailsTo(bob)[0]?.paragraphs.join(" ");
  expect(text).toMatch(/“Sent spam”.*until they lift the suspension.*write to help@lane\.test/);
});

test("operators suspend for some days and lift it from the command line, with audit entries", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const eve = await app.createUser();
  const suspended = await runAdminCommand(app, [
    "users",
    "suspend",
    "--days=2",
    eve.email,
    "Sent",
    "spam",
  ]);
  expect(suspended).toMatch(/ is suspended until .*: Sent spam\n$/);
  expect(await unsuspendByOperator(app.ctx, eve.email, "Sorry")).toEqual([
    `${eve.email} is no longer suspended.`,
  ]);
  await expect(unsuspendByOperator(app.ctx, eve.email, "Sorry")).rejects.toThrow(
    / is not suspended\.$/,
  );
  const notifications = (await listNotifications(app, eve)).filter(
    ({ kind }) => kind === "person.reinstated",
  );
  expect(notifications).toMatchObject([{ text: "Your account is no longer suspended. “Sorry”" }]);
  expect((await listModeratorActs(app, mo)).slice(1)).toMatchObject([
    {
      call: "moderation.suspend",
      moderator: null,
      aboutId: eve.uid,
      details: { reason: "Sent spam", days: 2 },
    },
    {
      call: "moderation.unsuspend",
      moderator: null,
      aboutId: eve.uid,
      details: { reason: "Sorry" },
    },
  ]);
});
