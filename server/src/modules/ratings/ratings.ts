import type { NewRating, Rating, RatingChange } from "@commonlane/contract/ratings";
import { lockRide } from "#modules/rides/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { notifyPublished } from "./publish-ratings.ts";
import {
  deleteRating,
  findRating,
  findSharedRide,
  insertRating,
  findNewestRating,
  findNewestUnratedRide,
  type RatingPair,
  publishRatingsBetween,
  findRatingsOnRide,
  type RatingRow,
  updateRating,
} from "./ratings.store.ts";
import { viewRating } from "./ratings.view.ts";

/** Rates somebody for a ride that the two shared; when both have, both ratings become public. */
export function giveRating(ctx: Context, { uid }: Caller, input: NewRating): Promise<Rating> {
  const pair = { raterUid: uid, ratedUid: input.rated_uid };
  return transaction(ctx, async (ctx) => {
    const rideId = input.ride_id ?? (await findNewestUnratedRide(ctx, pair));
    // Two who rate each other at the same moment come one after the other, so that the second sees both.
    if (rideId === undefined || !(await lockRide(ctx, rideId))) throw new Problem("not_shared");
    const id = await insertRating(ctx, rideId, pair, { stars: input.rating, comment: input.comment || null });
    if (id === undefined) throw await explainNotGiven(ctx, rideId, pair);
    ctx.publish(`user:${uid}`, { type: "rating.changed", ratingId: id });
    await notifyPublished(ctx, await publishRatingsBetween(ctx, rideId, pair));
    return viewRatingById(ctx, id, uid);
  });
}

async function explainNotGiven(ctx: Context, rideId: string, pair: RatingPair): Promise<Problem> {
  const ride = await findSharedRide(ctx, rideId, pair);
  if (!ride) return new Problem("not_shared");
  const own = await findRatingsOnRide(ctx, rideId, pair.raterUid);
  const before = own.find(({ rater_uid, rated_uid }) => rater_uid === pair.raterUid && rated_uid === pair.ratedUid);
  if (before) return new Problem("already_rated", { current: await viewRating(ctx, before, pair.raterUid) });
  return new Problem(ride.early ? "rating_early" : "rating_closed");
}

/** Changes what is said and leaves the rest, until the rating is public. */
export function changeRating(
  ctx: Context,
  { uid }: Caller,
  id: string,
  { rating, comment }: RatingChange,
): Promise<Rating> {
  return transaction(ctx, async (ctx) => {
    const change = { stars: rating, comment: comment === "" ? null : comment };
    if (!(await updateRating(ctx, { id, raterUid: uid }, change))) throw await explainNotChangeable(ctx, id, uid);
    ctx.publish(`user:${uid}`, { type: "rating.changed", ratingId: id });
    return viewRatingById(ctx, id, uid);
  });
}

export function removeRating(ctx: Context, { uid }: Caller, id: string): Promise<{ success: true }> {
  return transaction(ctx, async (ctx) => {
    const row = await findRating(ctx, id);
    // Held as for giving one: the other's rating must not become public by one that is just being taken back.
    if (row) await lockRide(ctx, row.ride_id);
    if (!(await deleteRating(ctx, { id, raterUid: uid }))) throw await explainNotChangeable(ctx, id, uid);
    ctx.publish(`user:${uid}`, { type: "rating.changed", ratingId: id });
    return { success: true };
  });
}

async function explainNotChangeable(ctx: Context, id: string, uid: string): Promise<Problem> {
  const row = await findVisibleRating(ctx, id, uid);
  return new Problem(row.rater_uid === uid ? "rating_published" : "not_yours");
}

/** The caller's newest rating of a person. Throws not_found where there is none. */
export async function readOwnRatingOf(ctx: Context, { uid }: Caller, ratedUid: string): Promise<Rating> {
  const row = await findNewestRating(ctx, { raterUid: uid, ratedUid });
  if (!row) throw new Problem("not_found");
  return viewRating(ctx, row, uid);
}

/** A rating that this person may know of: what is not public yet is known to its rater alone. Throws not_found. */
export async function findVisibleRating(ctx: Context, id: string, uid: string): Promise<RatingRow> {
  const row = await findRating(ctx, id);
  if (!row || (row.published_at === null && row.rater_uid !== uid)) throw new Problem("not_found");
  return row;
}

export async function viewRatingById(ctx: InTransaction, id: string, uid: string): Promise<Rating> {
  return viewRating(ctx, await findVisibleRating(ctx, id, uid), uid);
}
