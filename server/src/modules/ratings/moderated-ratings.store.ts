import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/** Two users, `uid` before `other_uid`, and the published ratings they gave each other and got from anyone. */
interface MutualRaters {
  readonly uid: string;
  readonly other_uid: string;
  readonly between: number;
  readonly received: number;
  readonly other_received: number;
}

/**
 * Pairs with at least `minBetween` ratings of each other since `since` that make up at least half of what one of the
 * two got in that time; most ratings first.
 */
export async function findMutualRaters(
  { db }: Context,
  {
    since,
    minBetween,
    limit,
  }: {
    since: Date;
    minBetween: number;
    limit: number;
  },
): Promise<MutualRaters[]> {
  const { rows } = await sql<MutualRaters>`
    with given as (
      select rater_uid, rated_uid, count(*)::int as count
      from rating
      where published_at > ${since}
      group by 1, 2),
      received as (
        select rated_uid as uid, sum(count)::int as count
        from given
        group by 1),
      pair as (
        select least(rater_uid, rated_uid) as uid,
          greatest(rater_uid, rated_uid) as other_uid,
          sum(count)::int as between,
          coalesce(
            max(count) filter (where rated_uid < rater_uid), 0) as to_uid,
          coalesce(
            max(count) filter (where rated_uid > rater_uid), 0) as to_other
        from given
        group by 1, 2)
    select pair.uid, other_uid, between, coalesce(own.count, 0) as received,
      coalesce(other.count, 0) as other_received
    from pair
    left join received as own on own.uid = pair.uid
    left join received as other on other.uid = other_uid
    where between >= ${minBetween} and (to_uid > 0 and 2 * to_uid >= own.count
      or to_other > 0 and 2 * to_other >= other.count)
    order by between desc, pair.uid, other_uid
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns true if the rating was public and visible. */
export async function markRatingHidden({ db, now }: InTransaction, id: string): Promise<boolean> {
  const hidden = await db
    .updateTable("rating")
    .set({ hidden_at: now() })
    .where("id", "=", id)
    .where("published_at", "is not", null)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
  return hidden.numUpdatedRows === 1n;
}

/** Returns true if the rating was hidden. */
export async function markRatingShown({ db }: InTransaction, id: string): Promise<boolean> {
  const shown = await db
    .updateTable("rating")
    .set({ hidden_at: null })
    .where("id", "=", id)
    .where("hidden_at", "is not", null)
    .executeTakeFirst();
  return shown.numUpdatedRows === 1n;
}

/** Returns true if there was an open appeal. */
export async function markRatingAppealDecided(
  { db, now }: InTransaction,
  id: string,
  note: string,
): Promise<boolean> {
  const decided = await db
    .updateTable("rating_appeal")
    .set({ decided_at: now(), note })
    .where("rating_id", "=", id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  return decided.numUpdatedRows === 1n;
}

/** Makes a decided appeal pending again. Returns false if it was. */
export async function reopenRatingAppeal({ db }: InTransaction, id: string): Promise<boolean> {
  const reopened = await db
    .updateTable("rating_appeal")
    .set({ decided_at: null, note: null })
    .where("rating_id", "=", id)
    .where("decided_at", "is not", null)
    .executeTakeFirst();
  return reopened.numUpdatedRows === 1n;
}
