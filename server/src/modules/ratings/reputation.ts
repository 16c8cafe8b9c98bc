import type { Rating, RatingDue, RatingOnRide, RatingStats } from "@commonlane/contract/ratings";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { z } from "zod";
import { notify } from "#modules/notifications/index.ts";
import { loadCallerLabels } from "#modules/places/index.ts";
import { findPublicPeople, getPublicProfile } from "#modules/profiles/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { requireRating, viewRatingById } from "./ratings.ts";
import {
  countStars,
  findRatingsOnRide,
  insertAppeal,
  listPublishedRatings,
  saveReply,
} from "./ratings.store.ts";
import { computeStats, viewRatings } from "./ratings.view.ts";
import { findSharedOnRide, findUnratedSharedRides, type SharedRide } from "./shared-rides.store.ts";

const CursorPosition = z.object({
  at: Instant,
  id: z.uuid(),
});

/** Published ratings of a user, newest first. @throws Problem not_found */
export async function listRatingsOfPerson(
  ctx: Context,
  viewer: Caller,
  uid: string,
  { limit, cursor }: PageQuery,
): Promise<{
  items: Rating[];
  nextCursor: string | null;
}> {
  await getPublicProfile(ctx, viewer.uid, uid);
  const rows = await listPublishedRatings(ctx, uid, {
    viewerUid: viewer.uid,
    limit: limit + 1,
    after: decodeCursor(CursorPosition, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, (last) => ({
    at: last.published_at?.toISOString(),
    id: last.id,
  }));
  return {
    items: await viewRatings(ctx, items, viewer.uid),
    nextCursor,
  };
}

export async function readRatingStats(
  ctx: Context,
  viewer: Caller,
  uid: string,
): Promise<RatingStats> {
  await getPublicProfile(ctx, viewer.uid, uid);
  const { RATING_PRIOR_MEAN: mean, RATING_PRIOR_WEIGHT: weight } = ctx.settings;
  return computeStats(await countStars(ctx, uid), {
    mean,
    weight,
  });
}

/** The users who shared a ride with the caller, and the ratings between them; empty if the ride was not shared. */
export async function listRatingsForRide(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
): Promise<{ items: RatingOnRide[] }> {
  const [rides, rows] = await Promise.all([
    findSharedOnRide(ctx, rideId, uid),
    findRatingsOnRide(ctx, rideId, uid),
  ]);
  const visible = rows.filter(
    ({ rater_uid, published_at }) => rater_uid === uid || published_at !== null,
  );
  const views = await viewRatings(ctx, visible, uid);
  const items = await withPeople(ctx, rides, uid, (ride, person) => ({
    person,
    opensAt: ride.opens_at.toISOString(),
    closesAt: ride.closes_at.toISOString(),
    open: ride.open,
    given:
      views.find(({ rater_uid, rated_uid }) => rater_uid === uid && rated_uid === person.uid) ??
      null,
    received:
      views.find(({ rater_uid, rated_uid }) => rated_uid === uid && rater_uid === person.uid) ??
      null,
  }));
  return { items };
}

const MAX_DUE = 20;

export async function listRatingsDue(
  ctx: Context,
  { uid }: Caller,
): Promise<{ items: RatingDue[] }> {
  const rides = await findUnratedSharedRides(ctx, uid, MAX_DUE);
  const labelOf = await loadCallerLabels(ctx);
  // Passengers are asked for two weeks, and see the host's address for a day.
  const pointsOf = (ride: SharedRide) =>
    ride.host_id === uid ? ride.points : (ride.public_points ?? ride.points);
  const items = await withPeople(ctx, rides, uid, (ride, person) => ({
    ride_id: ride.ride_id,
    person,
    from: labelOf(pointsOf(ride).at(0)),
    to: labelOf(pointsOf(ride).at(-1)),
    departsAt: shownTime(ride.departs_at),
    timeZone: ride.time_zone,
    closesAt: ride.closes_at.toISOString(),
  }));
  return { items };
}

/** Adds the public profile of the other side to each shared ride. */
async function withPeople<Item>(
  ctx: Context,
  rides: readonly SharedRide[],
  uid: string,
  view: (ride: SharedRide, person: RatingDue["person"]) => Item,
): Promise<Item[]> {
  const otherUid = ({ host_id, seeker_id }: SharedRide) => (host_id === uid ? seeker_id : host_id);
  const people = await findPublicPeople(ctx, rides.map(otherUid));
  return rides.flatMap((ride) => {
    const person = people.get(otherUid(ride));
    return person ? [view(ride, person)] : [];
  });
}

/** Saves the rated user's only reply. */
export function replyToRating(
  ctx: Context,
  caller: Caller,
  id: string,
  text: string,
): Promise<Rating> {
  return transaction(ctx, async (ctx) => {
    const { uid } = caller;
    const { rater_uid, rated_uid } = await requireRating(ctx, caller, "ratings.reply", id);
    if (
      !(await saveReply(
        ctx,
        {
          id,
          ratedUid: uid,
        },
        text,
      ))
    )
      throw new Problem("already_replied");
    for (const to of [rater_uid, rated_uid]) {
      ctx.publish(`user:${to}`, {
        type: "rating.replied",
        ratingId: id,
        raterUid: rater_uid,
        ratedUid: rated_uid,
      });
    }
    await notify(ctx, {
      to: rater_uid,
      kind: "rating.replied",
      cause: id,
      person: uid,
      path: `/profile/${uid}`,
      details: {},
    });
    return viewRatingById(ctx, id, uid);
  });
}

/** Saves an appeal against a rating for the moderators. */
export function appealRating(
  ctx: Context,
  caller: Caller,
  id: string,
  reason: string,
): Promise<Rating> {
  return transaction(ctx, async (ctx) => {
    const { uid } = caller;
    await requireRating(ctx, caller, "ratings.appeal", id);
    if (
      !(await insertAppeal(
        ctx,
        {
          id,
          ratedUid: uid,
        },
        reason,
      ))
    )
      throw new Problem("already_appealed");
    return viewRatingById(ctx, id, uid);
  });
}
