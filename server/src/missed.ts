import { reviewMessages } from "#modules/chat/index.ts";
import { reviewRideRequests } from "#modules/ride-requests/index.ts";
import { reviewSeatRequests } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";

/** What somebody missed as they may know it now, whichever module tells of it. */
export const reviewMissed = (ctx: Context) => {
  const reviews = [reviewMessages(ctx), reviewSeatRequests(ctx), reviewRideRequests(ctx)];
  return async (uid: string, missed: readonly StoredEvent[]): Promise<readonly StoredEvent[]> => {
    let told = missed;
    for (const review of reviews) told = await review(uid, told);
    return told;
  };
};
