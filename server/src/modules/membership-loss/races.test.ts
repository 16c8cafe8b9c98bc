import { expect, test } from "vitest";
import { type InTransaction, transaction } from "#platform/context.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { isWaitingForLock } from "../../../test/app/is-waiting-for-lock.ts";
import { openMark } from "../../../test/fixtures/audiences.ts";
import { createGroup, groupCalls } from "../../../test/fixtures/groups.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";

/** Commits a change only when `call` waits for its lock; returns what the call answers then. */
async function answerAfter<T>(
  app: TestApp,
  change: (ctx: InTransaction) => Promise<unknown>,
  call: () => Promise<T>,
) {
  const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const changing = transaction(app.ctx, async (ctx) => {
    await change(ctx);
    changed();
    await mayCommit;
  });
  await isChanged;
  const answer = call();
  await expect.poll(() => isWaitingForLock(app)).toBe(true);
  commit();
  await changing;
  return answer;
}

test.each(["instant", "manual"])(
  "[domain/audience:lost] a seat request that meets the loss of a mark waits for it and is refused (%s)",
  async (approval) => {
    const app = await createTestApp();
    const { mark, createMember } = await openMark(app);
    const host = await createMember();
    const member = await createMember();
    const ride = await hostRide(app, host, { membersOf: mark.id, approval });
    const { response } = await answerAfter(
      app,
      ({ db }) => db.deleteFrom("mark_grant").where("uid", "=", member.uid).execute(),
      () => requestSeats(app, ride, host, {}, member),
    );
    expect(response.status).toBe(403);
  },
);

test("[domain/audience:lost] a seat request that meets the removal from a group waits for it and is refused", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const member = await app.createUser();
  const group = await createGroup(app, host);
  await groupCalls(app).join(member, group.id);
  const ride = await hostRide(app, host, { membersOf: group.id, approval: "instant" });
  const { response } = await answerAfter(
    app,
    ({ db }) => db.deleteFrom("group_member").where("uid", "=", member.uid).execute(),
    () => requestSeats(app, ride, host, {}, member),
  );
  expect(response.status).toBe(403);
});

test("[domain/audience:lost] a seat that becomes free passes over someone in the queue who has just lost the mark", async () => {
  const app = await createTestApp();
  const { mark, createMember } = await openMark(app);
  const host = await createMember();
  const passenger = await createMember();
  const lost = await createMember();
  const next = await createMember();
  const ride = await hostRide(app, host, {
    membersOf: mark.id,
    approval: "instant",
    seatsTotal: 1,
  });
  const { end } = await requestSeats(app, ride, host, {}, passenger);
  for (const as of [lost, next])
    expect((await app.call("POST", `/rides/${ride.id}/standby`, { as, body: {} })).status).toBe(
      201,
    );
  await app.db.deleteFrom("mark_grant").where("uid", "=", lost.uid).execute();
  await end();
  const requests = await app.db
    .selectFrom("seat_request")
    .select("seeker_id")
    .where("status", "in", ["pending", "accepted"])
    .execute();
  expect(requests).toEqual([{ seeker_id: next.uid }]);
});
