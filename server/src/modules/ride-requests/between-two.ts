import type { BlockFollowUp } from "#modules/blocks/index.ts";
import { settleNoticesBetween } from "#modules/notices/index.ts";
import { endSeatRequestsBetween, endStandbyBetween, sharedRides } from "#modules/seat-requests/index.ts";
import { endPendingBetween } from "./offers.store.ts";
import { tellOfEnds } from "./telling.ts";

/** What becomes of all that is open between two people when one of them blocks the other. */
export const followUpOfBlocks: BlockFollowUp = {
  blocked: async (ctx, { blocker, blocked }) => {
    await endSeatRequestsBetween(ctx, { blocker, blocked });
    await endStandbyBetween(ctx, { blocker, blocked });
    const theirs = { driver: blocked, seeker: blocker };
    const declined = await endPendingBetween(ctx, theirs, { status: "declined", endedBy: "seeker" });
    await tellOfEnds(ctx, declined, () => blocker, "offer.declined");
    const own = { driver: blocker, seeker: blocked };
    const withdrawn = await endPendingBetween(ctx, own, { status: "withdrawn", endedBy: "driver" });
    await tellOfEnds(ctx, withdrawn, () => blocked, "offer.withdrawn");
    await settleNoticesBetween(ctx, blocker, blocked);
  },
  shared: sharedRides,
};
