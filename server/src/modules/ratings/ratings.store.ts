import { type Selectable, sql } from "kysely";
import { canInteractWithColumn } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { pairCondition, type RatingPair, sharedRidesQuery } from "./shared-rides.store.ts";

/** A rating with the time of the appeal against it. */
export type RatingRow = Selectable<Schema["rating"]> & { readonly appealed_at: Date | null };

/**
 * Inserts an unpublished rating. Returns undefined if the ride was not shared, cannot be rated now, or was rated
 * before.
 */
export async function insertRating(
  ctx: InTransaction,
  rideId: string,
  pair: RatingPair,
  {
    stars,
    comment,
  }: {
    stars: number;
    comment: string | null;
  },
): Promise<string | undefined> {
  const now = ctx.now();
  const blindDays = ctx.settings.RATING_BLIND_DAYS;
  const publishesAt =
    blindDays === 0
      ? sql`${now}::timestamptz`
      : sql`least(closes_at, opens_at + make_interval(days => ${blindDays}::int))`;
  const { rows } = await sql<{ id: string }>`
    insert into rating (
      ride_id, rater_uid, rated_uid, stars, comment, created_at, publishes_at,
      counts)
    select ride_id, ${pair.raterUid}, ${pair.ratedUid}, ${stars}, ${comment},
      ${now}, ${publishesAt}, counts
    from ${sharedRidesQuery(ctx, sql`ride.id = ${rideId} and ${pairCondition(pair)}`)} as shared
    where open
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
    update rating
    set published_at = ${now}
    where ride_id = ${rideId}
      and rater_uid = any(${pairUids}::uuid[])
      and rated_uid = any(${pairUids}::uuid[])
      and published_at is null
      and (publishes_at <= ${now} or 2 = (
        select count(*)
        from rating as result
        where result.ride_id = ${rideId}
          and result.rater_uid = any(${pairUids}::uuid[])
          and result.rated_uid = any(${pairUids}::uuid[])))
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
  {
    stars,
    comment,
  }: {
    stars: number | undefined;
    comment: string | null | undefined;
  },
): Promise<string | undefined> {
  const updated = await db
    .updateTable("rating")
    // Setting the id changes nothing but keeps the statement valid for an empty change.
    .set({
      id,
      ...(stars !== undefined && { stars }),
      ...(comment !== undefined && { comment }),
    })
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
  }: {
    viewerUid: string;
    limit: number;
    after: RatingCursor | undefined;
  },
): Promise<RatingRow[]> {
  return selectWithAppeals(db)
    .where("rated_uid", "=", uid)
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .where(canInteractWithColumn(viewerUid, "rater_uid"))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`
          (published_at, rating.id) < (
            ${after?.at ?? ""}::timestamptz, ${after?.id ?? ""}::uuid)`,
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
  const { rows } = await sql<{
    stars: number;
    count: number;
  }>`
    select stars, count(*)::int as count
    from counted_stars(${uid}) as stars
    group by stars`.execute(db);
  return rows;
}

/** Ids of the ratings that make up the reputation of these users. */
export async function findCountedRatings(
  { db }: Context,
  ratedUids: readonly string[],
): Promise<ReadonlySet<string>> {
  const uniqueUids = [...new Set(ratedUids)];
  const { rows } = await sql<{ id: string }>`
    select counted_ratings(uid) as id
    from unnest(${uniqueUids}::uuid[]) as rated (uid)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
