import { reviewMessages } from "#modules/chat/index.ts";
import { reviewSeatRequests } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";

/** What somebody missed as they may know it now, whichever module tells of it. */
export const reviewMissed = (ctx: Context) => {
  const [messages, seatRequests] = [reviewMessages(ctx), reviewSeatRequests(ctx)];
  return async (uid: string, missed: readonly StoredEvent[]): Promise<readonly StoredEvent[]> =>
    seatRequests(uid, await messages(uid, missed));
};
