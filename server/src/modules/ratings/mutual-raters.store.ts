import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

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
