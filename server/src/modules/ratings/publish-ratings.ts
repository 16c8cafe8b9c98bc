import { notify } from "#modules/notifications/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { findRatings, publishDueRatings } from "./ratings.store.ts";

const BATCH = 200;

/** Publishes ratings whose blind period is over. */
export const ratingSweeps: readonly Sweep[] = [
  {
    name: "rating.published",
    everyS: 30,
    run: async (ctx) => {
      const ids = await publishDueRatings(ctx, BATCH);
      await notifyPublished(ctx, ids);
      return ids.length === BATCH;
    },
  },
];

/** Notifies both sides of ratings that became public. */
export async function notifyPublished(ctx: InTransaction, ids: readonly string[]): Promise<void> {
  for (const { id, rater_uid: raterUid, rated_uid: ratedUid, stars } of await findRatings(
    ctx,
    ids,
  )) {
    for (const uid of [raterUid, ratedUid]) {
      ctx.publish(`user:${uid}`, {
        type: "rating.published",
        ratingId: id,
        raterUid,
        ratedUid,
      });
    }
    await notify(ctx, {
      to: ratedUid,
      kind: "rating.published",
      cause: id,
      person: raterUid,
      path: "/profile#ratings",
      details: { count: stars },
    });
  }
}
