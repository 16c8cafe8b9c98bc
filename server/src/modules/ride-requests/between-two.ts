import type { BlockFollowUp } from "#modules/blocks/index.ts";
import { settleNoticesBetween } from "#modules/notices/index.ts";
import {
  endSeatRequestsBetween,
  endSeatRequestsOf,
  endStandbyBetween,
  sharedRides,
} from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { endPendingOf } from "./offers.store.ts";
import { findRideRequests } from "./ride-requests.store.ts";
import { tellOfEnds } from "./telling.ts";

/** What becomes of all that is open between two people when one of them blocks the other. */
export const followUpOfBlocks: BlockFollowUp = {
  blocked: async (ctx, { blocker, blocked }) => {
    await endSeatRequestsBetween(ctx, { blocker, blocked });
    await endStandbyBetween(ctx, { blocker, blocked });
    const theirs = { driver: blocked, seeker: blocker };
    const declined = await endPendingOf(ctx, theirs, { status: "declined", endedBy: "seeker" });
    await tellOfEnds(ctx, declined, () => blocker, "offer.declined");
    const own = { driver: blocker, seeker: blocked };
    const withdrawn = await endPendingOf(ctx, own, { status: "withdrawn", endedBy: "driver" });
    await tellOfEnds(ctx, withdrawn, () => blocked, "offer.withdrawn");
    await settleNoticesBetween(ctx, blocker, blocked);
  },
  shared: sharedRides,
};

/**
 * When somebody is suspended, what waits for an answer between them and anybody ends, as nobody could keep it. What was
 * agreed stays.
 */
export async function endPendingWith(ctx: InTransaction, uid: string): Promise<void> {
  await endSeatRequestsOf(ctx, uid);
  const withdrawn = await endPendingOf(ctx, { driver: uid }, { status: "withdrawn", endedBy: "driver" });
  const answered = await findRideRequests(ctx, [...new Set(withdrawn.map(({ request_id }) => request_id))]);
  const seekers = new Map(answered.map(({ id, seeker_id }) => [id, seeker_id]));
  await tellOfEnds(ctx, withdrawn, (requestId) => seekers.get(requestId), "offer.withdrawn");
  const declined = await endPendingOf(ctx, { seeker: uid }, { status: "declined", endedBy: "system" });
  await tellOfEnds(ctx, declined, () => uid, "offer.declined");
}
