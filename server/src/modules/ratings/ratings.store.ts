import type { Place } from "@commonlane/contract/shapes";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

/** A rating with the time of the appeal against it. */
export type RatingRow = Selectable<Schema["rating"]> & { readonly appealed_at: Date | null };

/** A ride that two users shared, with the period in which they can rate each other. */
export interface SharedRide {
  readonly ride_id: string;
  readonly host_id: string;
  readonly seeker_id: string;
  /** Null if strangers see the exact points. */
  readonly public_points: Place[] | null;
  readonly points: Place[];
  readonly departs_at: Date;
  readonly time_zone: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly early: boolean;
  readonly open: boolean;
  /** Whether its ratings count (domain.md, Ratings). */
  readonly counts: boolean;
}

export interface RatingPair {
  readonly raterUid: string;
  readonly ratedUid: string;
}

/**
 * Rides that a host and a passenger shared (domain.md, Ratings): the seat was confirmed and not cancelled in good time.
 * Late cancellations and rides cancelled by the host count as shared, by the times that were agreed; reserved seats that
 * were never confirmed do not. Of
 * several bookings of one passenger on a ride, one that counts decides, and the newest of those.
 */
const sharedRidesQuery = ({ now, settings }: Context, condition: RawBuilder<unknown>) => {
  const { COMPLETE_AFTER_FRACTION, RATING_OPEN_DAYS, LATE_CANCELLATION_H } = settings;
  return sql<SharedRide>`(
    select distinct on (ride.id, seeker_id) ride.id as ride_id, host_id, seeker_id, points, public_route -> 'points' as public_points, departs_at, time_zone,
      opens_at, closes_at, booking_counts(seat_request, ride) as counts, arrived is not true and closes_at > ${now()} as early, arrived and closes_at > ${now()} as open
    from seat_request join ride on ride.id = seat_request.ride_id
      cross join lateral (select case when seat_request.status = 'cancelled' and is_unconfirmed(seat_request)
        then (agreed ->> 'departsAt')::timestamptz else departs_at end as agreed_departs_at) as terms
      cross join lateral (select agreed_departs_at + (arrives_at - departs_at) * ${COMPLETE_AFTER_FRACTION}::float8 as opens_at) as hour
      cross join lateral (select opens_at + make_interval(days => ${RATING_OPEN_DAYS}) as closes_at,
        ride.status = 'completed' or opens_at <= ${now()} as arrived) as span
    where ${condition} and (seat_request.status in ('accepted', 'completed', 'disputed')
      or seat_request.status = 'cancelled' and not reserved
        and (ended_at > agreed_departs_at - make_interval(hours => ${LATE_CANCELLATION_H})
          or ride.status = 'cancelled' and ended_by = 'host'))
    order by ride.id, seeker_id, counts desc, seat_request.id desc)`;
};

// Hosts are never passengers of their own ride, so one of the two is the host and the other the passenger.
const pairCondition = ({ raterUid, ratedUid }: RatingPair) =>
  sql`seeker_id in (${raterUid}, ${ratedUid}) and host_id in (${raterUid}, ${ratedUid})`;
const notRatedCondition = ({
  raterUid,
  ratedUid,
}: {
  raterUid: string;
  ratedUid: RawBuilder<unknown>;
}) => sql`not exists (
  select 1 from rating where rating.ride_id = shared.ride_id and rater_uid = ${raterUid} and rated_uid = ${ratedUid})`;

/** The newest ride shared by two users that the rater can rate and has not rated. */
export async function findNewestUnratedRide(
  ctx: Context,
  pair: RatingPair,
): Promise<string | undefined> {
  const { rows } = await sql<{ ride_id: string }>`
    select ride_id from ${sharedRidesQuery(ctx, pairCondition(pair))} as shared
    where open and ${notRatedCondition({ raterUid: pair.raterUid, ratedUid: sql`${pair.ratedUid}` })}
    order by departs_at desc, ride_id desc limit 1`.execute(ctx.db);
  return rows[0]?.ride_id;
}

export async function findSharedRide(
  ctx: Context,
  rideId: string,
  pair: RatingPair,
): Promise<SharedRide | undefined> {
  const { rows } = await sql<SharedRide>`
    select * from ${sharedRidesQuery(ctx, sql`ride.id = ${rideId} and ${pairCondition(pair)}`)} as shared`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Shared rides of this user on one ride: with the host, or with all passengers. */
export async function findSharedOnRide(
  ctx: Context,
  rideId: string,
  uid: string,
): Promise<SharedRide[]> {
  const condition = sql`ride.id = ${rideId} and ${uid} in (host_id, seeker_id)`;
  const { rows } = await sql<SharedRide>`
    select * from ${sharedRidesQuery(ctx, condition)} as shared order by seeker_id`.execute(ctx.db);
  return rows;
}

/** Shared rides that this user can still rate, newest first. */
export async function findUnratedSharedRides(
  ctx: Context,
  uid: string,
  limit: number,
): Promise<SharedRide[]> {
  const { rows } = await sql<SharedRide>`
    select * from (
      select * from ${sharedRidesQuery(ctx, sql`host_id = ${uid}`)} as shared
        where open and ${notRatedCondition({ raterUid: uid, ratedUid: sql`seeker_id` })} and ${canInteractWithColumn(uid, "seeker_id")}
      union all
      select * from ${sharedRidesQuery(ctx, sql`seeker_id = ${uid}`)} as shared
        where open and ${notRatedCondition({ raterUid: uid, ratedUid: sql`host_id` })} and ${canInteractWithColumn(uid, "host_id")}) as due
    order by departs_at desc, ride_id desc, seeker_id limit ${limit}`.execute(ctx.db);
  return rows;
}

/**
 * Inserts an unpublished rating. Returns undefined if the ride was not shared, cannot be rated now, or was rated
 * before.
 */
export async function insertRating(
  ctx: InTransaction,
  rideId: string,
  pair: RatingPair,
  { stars, comment }: { stars: number; comment: string | null },
): Promise<string | undefined> {
  const now = ctx.now();
  const blindDays = ctx.settings.RATING_BLIND_DAYS;
  const publishesAt =
    blindDays === 0
      ? sql`${now}::timestamptz`
      : sql`least(closes_at, opens_at + make_interval(days => ${blindDays}::int))`;
  const { rows } = await sql<{ id: string }>`
    insert into rating (ride_id, rater_uid, rated_uid, stars, comment, created_at, publishes_at, counts)
    select ride_id, ${pair.raterUid}, ${pair.ratedUid}, ${stars}, ${comment}, ${now}, ${publishesAt}, counts
    from ${sharedRidesQuery(ctx, sql`ride.id = ${rideId} and ${pairCondition(pair)}`)} as shared where open
    on conflict on constraint rating_once do nothing returning id`.execute(ctx.db);
  return rows[0]?.id;
}

/** Publishes the ratings between two users for a ride if both exist, and each one whose blind period is over. */
export async function publishRatingsBetween(
  ctx: InTransaction,
  rideId: string,
  pair: RatingPair,
): Promise<string[]> {
  const now = ctx.now();
  const pairUids = [pair.raterUid, pair.ratedUid];
  const { rows } = await sql<{ id: string }>`
    update rating set published_at = ${now}
    where ride_id = ${rideId} and rater_uid = any(${pairUids}::uuid[]) and rated_uid = any(${pairUids}::uuid[])
      and published_at is null and (publishes_at <= ${now} or 2 = (
        select count(*) from rating as result where result.ride_id = ${rideId}
          and result.rater_uid = any(${pairUids}::uuid[]) and result.rated_uid = any(${pairUids}::uuid[])))
    returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Publishes up to `limit` ratings whose blind period is over. */
export async function publishDueRatings(
  { db, now }: InTransaction,
  limit: number,
): Promise<string[]> {
  const at = now();
  const rows = await db
    .updateTable("rating")
    .set({ published_at: at })
    .where("id", "in", (due) =>
      due
        .selectFrom("rating as due")
        .select("due.id")
        .where("due.published_at", "is", null)
        .where("due.publishes_at", "<=", at)
        .orderBy("due.publishes_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

interface OwnRating {
  readonly id: string;
  readonly raterUid: string;
}

/** Returns undefined unless the rating is this user's and not public. */
export async function updateRating(
  { db, now }: InTransaction,
  { id, raterUid }: OwnRating,
  { stars, comment }: { stars: number | undefined; comment: string | null | undefined },
): Promise<string | undefined> {
  const updated = await db
    .updateTable("rating")
    // Setting the id changes nothing but keeps the statement valid for an empty change.
    .set({ id, ...(stars !== undefined && { stars }), ...(comment !== undefined && { comment }) })
    .where("id", "=", id)
    .where("rater_uid", "=", raterUid)
    .where("published_at", "is", null)
    .where("publishes_at", ">", now())
    .returning("id")
    .executeTakeFirst();
  return updated?.id;
}

/** Returns true if this user's unpublished rating was deleted. */
export async function deleteRating(
  { db, now }: InTransaction,
  { id, raterUid }: OwnRating,
): Promise<boolean> {
  const result = await db
    .deleteFrom("rating")
    .where("id", "=", id)
    .where("rater_uid", "=", raterUid)
    .where("published_at", "is", null)
    .where("publishes_at", ">", now())
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

interface ReceivedRating {
  readonly id: string;
  readonly ratedUid: string;
}

/** Returns false unless the rating is public, about this user, and has no reply. */
export async function saveReply(
  { db, now }: InTransaction,
  { id, ratedUid }: ReceivedRating,
  reply: string,
): Promise<boolean> {
  const result = await db
    .updateTable("rating")
    .set({ reply, replied_at: now() })
    .where("id", "=", id)
    .where("rated_uid", "=", ratedUid)
    .where("published_at", "is not", null)
    .where("reply", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns true if the rating is public, about this user, and had no appeal. */
export async function insertAppeal(
  { db, now }: InTransaction,
  { id, ratedUid }: ReceivedRating,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into rating_appeal (rating_id, reason, created_at)
    select id, ${reason}, ${now()} from rating
    where id = ${id} and rated_uid = ${ratedUid} and published_at is not null
    on conflict do nothing`.execute(db);
  return numAffectedRows > 0n;
}

const selectWithAppeals = (db: Context["db"]) =>
  db
    .selectFrom("rating")
    .leftJoin("rating_appeal", "rating_appeal.rating_id", "rating.id")
    .selectAll("rating")
    .select("rating_appeal.created_at as appealed_at");

export function findRating({ db }: Context, id: string): Promise<RatingRow | undefined> {
  return selectWithAppeals(db).where("rating.id", "=", id).executeTakeFirst();
}

export function findRatings({ db }: Context, ids: readonly string[]): Promise<RatingRow[]> {
  return ids.length === 0
    ? Promise.resolve([])
    : selectWithAppeals(db).where("rating.id", "in", ids).execute();
}

/** The newest rating from one user about another, public or not. */
export function findNewestRating(
  { db }: Context,
  { raterUid, ratedUid }: RatingPair,
): Promise<RatingRow | undefined> {
  return selectWithAppeals(db)
    .where("rater_uid", "=", raterUid)
    .where("rated_uid", "=", ratedUid)
    .orderBy("rating.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All ratings that this user gave or received for a ride. */
export function findRatingsOnRide(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<RatingRow[]> {
  return selectWithAppeals(db)
    .where("ride_id", "=", rideId)
    .where((row) => row.or([row("rater_uid", "=", uid), row("rated_uid", "=", uid)]))
    .execute();
}

/** Position after a page of the list. */
export interface RatingCursor {
  readonly at: string;
  readonly id: string;
}

/** Published ratings of a user, newest first, without raters the viewer may not meet. */
export function listPublishedRatings(
  { db }: Context,
  uid: string,
  {
    viewerUid,
    limit,
    after,
  }: { viewerUid: string; limit: number; after: RatingCursor | undefined },
): Promise<RatingRow[]> {
  return selectWithAppeals(db)
    .where("rated_uid", "=", uid)
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .where(canInteractWithColumn(viewerUid, "rater_uid"))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(published_at, rating.id) < (${after?.at ?? ""}::timestamptz, ${after?.id ?? ""}::uuid)`,
      ),
    )
    .orderBy("published_at", "desc")
    .orderBy("rating.id", "desc")
    .limit(limit)
    .execute();
}

/** Counts per number of stars, by the same rule as the profile's rating. */
export async function countStars(
  { db }: Context,
  uid: string,
): Promise<{ stars: number; count: number }[]> {
  const { rows } = await sql<{ stars: number; count: number }>`
    select stars, count(*)::int as count from counted_stars(${uid}) as stars group by stars`.execute(
    db,
  );
  return rows;
}

/** Ids of the ratings that make up the reputation of these users. */
export async function findCountedRatings(
  { db }: Context,
  ratedUids: readonly string[],
): Promise<ReadonlySet<string>> {
  const uniqueUids = [...new Set(ratedUids)];
  const { rows } = await sql<{ id: string }>`
    select counted_ratings(uid) as id from unnest(${uniqueUids}::uuid[]) as rated (uid)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
