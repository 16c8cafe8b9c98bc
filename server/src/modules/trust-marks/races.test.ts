import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { createAdministrator, createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { sortedStatuses } from "../../../test/fixtures/rides.ts";
import { addMark, ownMarks } from "../../../test/fixtures/trust-marks.ts";
import { applyVerifiedEmail } from "./grants.ts";

test("a renewal that meets a change of the address waits for it and grants nothing for the old one", async () => {
  const app = await createTestApp();
  await addMark(app, { emailDomains: ["uni.example"] });
  const { uid, token } = await app.createUser({ emailDomain: "uni.example" });
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>();
  const changing = transaction(app.ctx, async (ctx) => {
    await ctx.db
      .updateTable("account")
      .set({ email: "ada@home.example" })
      .where("uid", "=", uid)
      .execute();
    await applyVerifiedEmail(ctx, uid);
    changed();
    await mayCommit;
  });
  await isChanged;
  const renewing = transaction(app.ctx, (ctx) => applyVerifiedEmail(ctx, uid));
  await expect.poll(() => isWaitingForLock(app)).toBe(true);
  commit();
  await Promise.all([changing, renewing]);
  expect((await ownMarks(app, { token })).items).toEqual([]);
});

test("of several grants at once one is news, and a removed mark is granted to nobody", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const moderator = await createModerator(app);
  const member = await app.createUser();
  const mark = await addMark(app, { byTeam: true }, ad);
  const grant = (as = moderator) =>
    app.call("POST", `/moderation/people/${member.uid}/trust-marks`, {
      as,
      body: { markId: mark.id },
    });
  const replies = await Promise.all([grant(), grant(ad), grant(), grant(ad)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(kindsOf(await listNotifications(app, member))).toEqual(["trust-mark.gained"]);
  const [removed, granted] = await Promise.all([
    app.call("DELETE", `/administration/trust-marks/${mark.id}`, { as: ad }),
    grant(),
  ]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(granted.status);
  expect((await ownMarks(app, member)).items).toEqual([]);
  expect(await app.db.selectFrom("mark_grant").select("id").execute()).toEqual([]);
});

test("two withdrawals of the last reason are one loss", async () => {
  const app = await createTestApp();
  const moderator = await createModerator(app);
  const member = await app.createUser();
  const mark = await addMark(app, { byTeam: true });
  const body = { markId: mark.id };
  const path = `/moderation/people/${member.uid}/trust-marks`;
  await app.call("POST", path, { as: moderator, body });
  const withdraw = () => app.call("POST", `${path}/withdraw`, { as: moderator, body });
  expect(sortedStatuses(await Promise.all([withdraw(), withdraw(), withdraw()]))).toEqual([
    200, 404, 404,
  ]);
  expect(kindsOf(await listNotifications(app, member))).toEqual([
    "trust-mark.lost",
    "trust-mark.gained",
  ]);
});
