import type { Place } from "@commonlane/contract/shapes";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { mayMeetIn } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema.ts";

/** A rating, and when its person asked a moderator about it. */
export type RatingRow = Selectable<Schema["rating"]> & { readonly appealed_at: Date | null };

/** A ride that two people shared, and when they can rate each other for it. */
export interface SharedRide {
  readonly ride_id: string;
  readonly host_id: string;
  readonly seeker_id: string;
  readonly points: Place[];
  readonly departs_at: Date;
  readonly time_zone: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly early: boolean;
  readonly open: boolean;
}

export interface Pair {
  readonly raterUid: string;
  readonly ratedUid: string;
}

/**
 * Rides that a host and a passenger shared (domain.md, Ratings): the seat was accepted, and was not given back in good
 * time. Who gave it up late, and whose ride was cancelled by its host, shared it all the same; a seat that was held for
 * somebody in line and never confirmed was nobody's.
 */
const shared = ({ now, settings }: Context, whose: RawBuilder<unknown>) => {
  const { COMPLETED_AFTER_SHARE, RATING_OPEN_DAYS, LATE_CANCELLATION_H } = settings;
  return sql<SharedRide>`(
    select distinct on (ride.id, seeker_id) ride.id as ride_id, host_id, seeker_id, points, departs_at, time_zone,
      opens_at, closes_at, booking_counts(seat_request, ride) as counts, arrived is not true and closes_at > ${now()} as early, arrived and closes_at > ${now()} as open
    from seat_request join ride on ride.id = seat_request.ride_id
      cross join lateral (select departs_at + (arrives_at - departs_at) * ${COMPLETED_AFTER_SHARE}::float8 as opens_at) as hour
      cross join lateral (select opens_at + make_interval(days => ${RATING_OPEN_DAYS}) as closes_at,
        ride.status = 'completed' or opens_at <= ${now()} as arrived) as span
    where ${whose} and (seat_request.status in ('accepted', 'completed', 'disputed')
      or seat_request.status = 'cancelled' and not held
        and (ended_at > departs_at - make_interval(hours => ${LATE_CANCELLATION_H})
          or ride.status = 'cancelled' and ended_by = 'host')))`;
};

// Nobody is a passenger of their own ride, so that these are the one as the host and the other as the passenger.
const between = ({ raterUid, ratedUid }: Pair) =>
  sql`seeker_id in (${raterUid}, ${ratedUid}) and host_id in (${raterUid}, ${ratedUid})`;
const unrated = ({ raterUid, ratedUid }: { raterUid: string; ratedUid: RawBuilder<unknown> }) => sql`not exists (
  select 1 from rating where rating.ride_id = shared.ride_id and rater_uid = ${raterUid} and rated_uid = ${ratedUid})`;

/** The newest ride that these two shared, and that the one can rate the other for and has not. */
export async function newestUnrated(ctx: Context, pair: Pair): Promise<string | undefined> {
  const { rows } = await sql<{ ride_id: string }>`
    select ride_id from ${shared(ctx, between(pair))} as shared
    where open and ${unrated({ raterUid: pair.raterUid, ratedUid: sql`${pair.ratedUid}` })}
    order by departs_at desc, ride_id desc limit 1`.execute(ctx.db);
  return rows[0]?.ride_id;
}

export async function findShared(ctx: Context, rideId: string, pair: Pair): Promise<SharedRide | undefined> {
  const { rows } = await sql<SharedRide>`
    select * from ${shared(ctx, sql`ride.id = ${rideId} and ${between(pair)}`)} as shared`.execute(ctx.db);
  return rows[0];
}

/** With whom this person shared one ride: its host, or all its passengers. */
export async function sharedOnRide(ctx: Context, rideId: string, uid: string): Promise<SharedRide[]> {
  const theirs = sql`ride.id = ${rideId} and ${uid} in (host_id, seeker_id)`;
  const { rows } = await sql<SharedRide>`
    select * from ${shared(ctx, theirs)} as shared order by seeker_id`.execute(ctx.db);
  return rows;
}

/** What this person can still rate somebody for, newest first. */
export async function sharedUnrated(ctx: Context, uid: string, limit: number): Promise<SharedRide[]> {
  const { rows } = await sql<SharedRide>`
    select * from (
      select * from ${shared(ctx, sql`host_id = ${uid}`)} as shared
        where open and ${unrated({ raterUid: uid, ratedUid: sql`seeker_id` })} and ${mayMeetIn(uid, "seeker_id")}
      union all
      select * from ${shared(ctx, sql`seeker_id = ${uid}`)} as shared
        where open and ${unrated({ raterUid: uid, ratedUid: sql`host_id` })} and ${mayMeetIn(uid, "host_id")}) as due
    order by departs_at desc, ride_id desc, seeker_id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Nothing comes back where the ride was not shared, cannot be rated now, or was rated before. It is not public yet. */
export async function insertRating(
  ctx: InTransaction,
  rideId: string,
  pair: Pair,
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
    from ${shared(ctx, sql`ride.id = ${rideId} and ${between(pair)}`)} as shared where open
    on conflict on constraint rating_once do nothing returning id`.execute(ctx.db);
  return rows[0]?.id;
}

/** The ratings between two people for one ride become public when there are both, and each when its hour has come. */
export async function publishBetween(ctx: InTransaction, rideId: string, pair: Pair): Promise<string[]> {
  const now = ctx.now();
  const both = [pair.raterUid, pair.ratedUid];
  const { rows } = await sql<{ id: string }>`
    update rating set published_at = ${now}
    where ride_id = ${rideId} and rater_uid = any(${both}::uuid[]) and rated_uid = any(${both}::uuid[])
      and published_at is null and (publishes_at <= ${now} or 2 = (
        select count(*) from rating as told where told.ride_id = ${rideId}
          and told.rater_uid = any(${both}::uuid[]) and told.rated_uid = any(${both}::uuid[])))
    returning id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Ratings whose hour has come become public, at most `limit` at once. */
export async function publishDue({ db, now }: InTransaction, limit: number): Promise<string[]> {
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

interface Own {
  readonly id: string;
  readonly raterUid: string;
}

/** Nothing comes back unless it is this person's and not public yet. */
export async function updateRating(
  { db, now }: InTransaction,
  { id, raterUid }: Own,
  { stars, comment }: { stars: number | undefined; comment: string | null | undefined },
): Promise<string | undefined> {
  const changed = await db
    .updateTable("rating")
    // A setting that changes nothing, for a change that says nothing.
    .set({ id, ...(stars !== undefined && { stars }), ...(comment !== undefined && { comment }) })
    .where("id", "=", id)
    .where("rater_uid", "=", raterUid)
    .where("published_at", "is", null)
    .where("publishes_at", ">", now())
    .returning("id")
    .executeTakeFirst();
  return changed?.id;
}

/** True when it was there, this person's and not public yet. */
export async function deleteRating({ db, now }: InTransaction, { id, raterUid }: Own): Promise<boolean> {
  const gone = await db
    .deleteFrom("rating")
    .where("id", "=", id)
    .where("rater_uid", "=", raterUid)
    .where("published_at", "is", null)
    .where("publishes_at", ">", now())
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

interface Rated {
  readonly id: string;
  readonly ratedUid: string;
}

/** Nothing comes back unless it is public, about this person, and was not answered before. */
export async function writeReply({ db, now }: InTransaction, { id, ratedUid }: Rated, reply: string): Promise<boolean> {
  const answered = await db
    .updateTable("rating")
    .set({ reply, replied_at: now() })
    .where("id", "=", id)
    .where("rated_uid", "=", ratedUid)
    .where("published_at", "is not", null)
    .where("reply", "is", null)
    .executeTakeFirst();
  return answered.numUpdatedRows > 0n;
}

/** True when it is public, about this person, and no moderator was asked before. */
export async function insertAppeal(
  { db, now }: InTransaction,
  { id, ratedUid }: Rated,
  reason: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into rating_appeal (rating_id, reason, created_at)
    select id, ${reason}, ${now()} from rating
    where id = ${id} and rated_uid = ${ratedUid} and published_at is not null
    on conflict do nothing`.execute(db);
  return numAffectedRows > 0n;
}

const withAppeals = (db: Context["db"]) =>
  db
    .selectFrom("rating")
    .leftJoin("rating_appeal", "rating_appeal.rating_id", "rating.id")
    .selectAll("rating")
    .select("rating_appeal.created_at as appealed_at");

export function findRating({ db }: Context, id: string): Promise<RatingRow | undefined> {
  return withAppeals(db).where("rating.id", "=", id).executeTakeFirst();
}

export function findRatings({ db }: Context, ids: readonly string[]): Promise<RatingRow[]> {
  return ids.length === 0 ? Promise.resolve([]) : withAppeals(db).where("rating.id", "in", ids).execute();
}

/** The newest that one person gave another, public or not. */
export function newestBetween({ db }: Context, { raterUid, ratedUid }: Pair): Promise<RatingRow | undefined> {
  return withAppeals(db)
    .where("rater_uid", "=", raterUid)
    .where("rated_uid", "=", ratedUid)
    .orderBy("rating.id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** All that this person gave or got for one ride. */
export function ratingsOnRide({ db }: Context, rideId: string, uid: string): Promise<RatingRow[]> {
  return withAppeals(db)
    .where("ride_id", "=", rideId)
    .where((row) => row.or([row("rater_uid", "=", uid), row("rated_uid", "=", uid)]))
    .execute();
}

/** Where a page of the list ends. */
export interface RatingMark {
  readonly at: string;
  readonly id: string;
}

/** The published ratings of a person, newest first, but for those by somebody whom the viewer may not meet. */
export function publishedOf(
  { db }: Context,
  uid: string,
  { viewerUid, limit, after }: { viewerUid: string; limit: number; after: RatingMark | undefined },
): Promise<RatingRow[]> {
  return withAppeals(db)
    .where("rated_uid", "=", uid)
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .where(mayMeetIn(viewerUid, "rater_uid"))
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

/** How many ratings of each number of stars count for a person, by the same rule as the numbers on their profile. */
export async function countStars({ db }: Context, uid: string): Promise<{ stars: number; count: number }[]> {
  const { rows } = await sql<{ stars: number; count: number }>`
    select stars, count(*)::int as count from counted_stars(${uid}) as stars group by stars`.execute(db);
  return rows;
}
