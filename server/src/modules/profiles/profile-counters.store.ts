import { type RawBuilder, sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";

/** Locks profiles in order of uid, which avoids deadlocks between transactions that update several. */
export async function lockProfiles({ db }: InTransaction, uids: readonly string[]): Promise<void> {
  await sql`select from profile where uid = any(${uids}::uuid[]) order by uid for no key update`.execute(
    db,
  );
}

/** Statement that stores changed reliabilities from a relation of (uid, reliability). */
export const setReliability = (source: RawBuilder<unknown>) => sql`
  update profile set reliability = source.reliability from ${source} as source
  where profile.uid = source.uid and profile.reliability is distinct from source.reliability`;

/**
 * Shows others the reliability of at most `limit` users as it is now; returns how many had changed. Locks profiles in
 * order of uid, like `lockProfiles`.
 */
export async function showReliability({ db }: InTransaction, limit: number): Promise<number> {
  const { rows } = await sql`
    with due as (
      select uid from profile where shown_reliability is distinct from reliability order by uid limit ${limit} for no key update)
    update profile set shown_reliability = reliability from due where profile.uid = due.uid
    returning profile.uid`.execute(db);
  return rows.length;
}

/** Recomputes the stored rating count and sum of these users. */
export async function recountRatings(ctx: InTransaction, uids: readonly string[]): Promise<void> {
  await lockProfiles(ctx, uids);
  await sql`update profile set rating_count = (select count(*) from counted_stars(profile.uid)),
      rating_sum = (select coalesce(sum(stars), 0) from counted_stars(profile.uid) as stars)
    where uid = any(${uids}::uuid[])`.execute(ctx.db);
}
