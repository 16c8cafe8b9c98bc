import type { NewRating, Rating, RatingChange } from "@commonlane/contract/ratings";
import { notify } from "#modules/notifications/index.ts";
import { isRestricted } from "#modules/privacy/index.ts";
import { lockRide } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { type RatingCall, ratingPolicy } from "./rating.policy.ts";
import {
  deleteRating,
  findNewestRating,
  findRating,
  findRatings,
  findRatingsOnRide,
  insertRating,
  publishDueRatings,
  publishRatingsBetween,
  type RatingRow,
  updateRating,
} from "./ratings.store.ts";
import { viewRating } from "./ratings.view.ts";
import { findNewestUnratedRide, findSharedRide, type RatingPair } from "./shared-rides.store.ts";

/** Rates another user for a shared ride. Once both have rated, both ratings become public. */
export function giveRating(ctx: Context, { uid }: Caller, input: NewRating): Promise<Rating> {
  const pair = {
    raterUid: uid,
    ratedUid: input.rated_uid,
  };
  return transaction(ctx, async (ctx) => {
    const rideId = input.ride_id ?? (await findNewestUnratedRide(ctx, pair));
    // The lock on the ride serialises two users who rate each other at the same moment, so that the second sees both.
    if (rideId === undefined || !(await lockRide(ctx, rideId))) throw new Problem("not_shared");
    const id = await insertRating(ctx, rideId, pair, {
      stars: input.rating,
      comment: input.comment || null,
    });
    if (id === undefined) throw await explainNotGiven(ctx, rideId, pair);
    ctx.publish(`user:${uid}`, {
      type: "rating.changed",
      ratingId: id,
    });
    await notifyPublished(ctx, await publishRatingsBetween(ctx, rideId, pair));
    return viewRatingById(ctx, id, uid);
  });
}

async function explainNotGiven(ctx: Context, rideId: string, pair: RatingPair): Promise<Problem> {
  const ride = await findSharedRide(ctx, rideId, pair);
  if (!ride) return new Problem("not_shared");
  const own = await findRatingsOnRide(ctx, rideId, pair.raterUid);
  const before = own.find(
    ({ rater_uid, rated_uid }) => rater_uid === pair.raterUid && rated_uid === pair.ratedUid,
  );
  if (before)
    return new Problem("already_rated", { current: await viewRating(ctx, before, pair.raterUid) });
  return new Problem(ride.early ? "rating_early" : "rating_closed");
}

/** Changes the given fields until the rating is public. */
export function changeRating(
  ctx: Context,
  caller: Caller,
  id: string,
  { rating, comment }: RatingChange,
): Promise<Rating> {
  return transaction(ctx, async (ctx) => {
    const { uid } = caller;
    const change = {
      stars: rating,
      comment: comment === "" ? null : comment,
    };
    await requireRating(ctx, caller, "ratings.change", id);
    if (
      !(await updateRating(
        ctx,
        {
          id,
          raterUid: uid,
        },
        change,
      ))
    )
      throw new Problem("rating_published");
    ctx.publish(`user:${uid}`, {
      type: "rating.changed",
      ratingId: id,
    });
    return viewRatingById(ctx, id, uid);
  });
}

export function removeRating(ctx: Context, caller: Caller, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const { uid } = caller;
    const row = await requireRating(ctx, caller, "ratings.remove", id);
    // Locked as in `giveRating`, so that a rating being deleted cannot publish the other one.
    await lockRide(ctx, row.ride_id);
    if (
      !(await deleteRating(ctx, {
        id,
        raterUid: uid,
      }))
    )
      throw new Problem("rating_published");
    ctx.publish(`user:${uid}`, {
      type: "rating.changed",
      ratingId: id,
    });
    return { success: true };
  });
}

/** The rating, for a user who may make this call about it. @throws Problem not_yours or not_found, see `assertMay` */
export async function requireRating(
  ctx: Context,
  { uid }: Caller,
  call: RatingCall,
  id: string,
): Promise<RatingRow> {
  const row = await findVisibleRating(ctx, id, uid);
  await assertMay(ratingPolicy, call, row, uid, () => true);
  return row;
}

/** The caller's newest rating of a user. @throws Problem not_found */
export async function readOwnRatingOf(
  ctx: Context,
  { uid }: Caller,
  ratedUid: string,
): Promise<Rating> {
  const row = await findNewestRating(ctx, {
    raterUid: uid,
    ratedUid,
  });
  if (!row) throw new Problem("not_found");
  return viewRating(ctx, row, uid);
}

/** A rating that this user may see. @throws Problem not_found */
async function findVisibleRating(ctx: Context, id: string, uid: string): Promise<RatingRow> {
  const row = await findRating(ctx, id);
  if (!row || !(await isVisibleRating(ctx, row, uid))) throw new Problem("not_found");
  return row;
}

/** An unpublished rating only its rater; a published one both sides, and others as on the profile. */
async function isVisibleRating(ctx: Context, row: RatingRow, uid: string): Promise<boolean> {
  if (row.rater_uid === uid) return true;
  if (row.published_at === null) return false;
  if (row.rated_uid === uid) return true;
  if (row.hidden_at !== null || (await isRestricted(ctx, uid, row.rated_uid))) return false;
  return !(await isRestricted(ctx, uid, row.rater_uid));
}

export async function viewRatingById(ctx: InTransaction, id: string, uid: string): Promise<Rating> {
  return viewRating(ctx, await findVisibleRating(ctx, id, uid), uid);
}

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
async function notifyPublished(ctx: InTransaction, ids: readonly string[]): Promise<void> {
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
