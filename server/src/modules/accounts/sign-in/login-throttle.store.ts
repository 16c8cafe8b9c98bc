import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { hashName } from "#platform/hashes.ts";

const BATCH = 10_000;
/** Doubling more often than this exceeds any maximum wait. */
const DOUBLINGS_MAX = 20;

/** A rate limit that an attempt must pass. */
export interface AttemptLimit {
  readonly name: string;
  /** Attempts allowed at once; further ones are allowed one at a time, with waits that double. */
  readonly freeAttempts: number;
  readonly firstWaitS: number;
  readonly maxWaitS: number;
  /** The count resets this long after the first attempt. */
  readonly resetAfterS: number;
}
/** A counted attempt and the end of the window it belongs to. */
export interface CountedAttempt {
  readonly key: string;
  readonly endsAt: Date;
}
type CountResult =
  | { readonly counted: readonly CountedAttempt[] }
  | {
      readonly counted?: never;
      readonly refusedUntil: Date;
    };

/**
 * Adds one attempt to all of these counts, or to none if one of them refuses. No count exceeds its limit, however many
 * processes count at once. Pass the most widely shared counts last: rows are locked in this order, which avoids
 * deadlocks.
 */
export async function countAttempts(
  ctx: Context,
  limits: readonly AttemptLimit[],
): Promise<CountResult> {
  const at = ctx.now();
  const pick = <Value>(value: (limit: AttemptLimit) => Value) => limits.map(value);
  const expired = sql`kept.ends_at <= ${at}`;
  const { rows } = await sql<{
    refusedUntil: Date | null;
    key: string | null;
    endsAt: Date | null;
  }>`${PREPARED}
    with asked as (
      select * from unnest(${pick(({ name }) => hashName(name))}::text[], ${pick(({ freeAttempts }) => freeAttempts)}::int[],
        ${pick((count) => count.firstWaitS)}::float8[], ${pick((count) => count.maxWaitS)}::float8[],
        ${pick((count) => count.resetAfterS)}::float8[])
        with ordinality as asked (key, free, first_wait, longest_wait, forgotten_after, place)),
    refused as (
      select max(login_attempt.next_at) as until from login_attempt join asked using (key)
      where login_attempt.ends_at > ${at} and login_attempt.tries >= asked.free and login_attempt.next_at > ${at}),
    counted as (
      insert into login_attempt as kept (key, tries, free, next_at, ends_at)
      select key, 1, free, ${at}::timestamptz + make_interval(secs => case when free = 1 then first_wait else 0 end),
        ${at}::timestamptz + make_interval(secs => forgotten_after)
      from asked where (select until from refused) is null order by place
      on conflict (key) do update set
        free = excluded.free,
        tries = case when ${expired} then 1 else kept.tries + 1 end,
        ends_at = case when ${expired} then excluded.ends_at else kept.ends_at end,
        next_at = case when ${expired} then excluded.next_at when kept.tries + 1 < excluded.free then ${at}
          else ${at}::timestamptz + make_interval(secs => (
            select least(longest_wait, first_wait * 2 ^ least(kept.tries + 1 - excluded.free, ${DOUBLINGS_MAX}::int))
            from asked where asked.key = kept.key)) end
      where ${expired} or kept.tries < excluded.free or kept.next_at <= ${at}
      returning key, ends_at)
    select refused.until as "refusedUntil", counted.key, counted.ends_at as "endsAt"
    from refused left join counted on true`.execute(ctx.db);
  const counted = rows.flatMap(({ key, endsAt }) =>
    key !== null && endsAt ? [{ key, endsAt }] : [],
  );
  if (counted.length === limits.length) return { counted };
  // A concurrent attempt took the last free one of some count.
  if (counted.length > 0) await refundAttempts(ctx, counted);
  const retryAt = new Date(at.getTime() + Math.max(...pick(({ firstWaitS }) => firstWaitS)) * 1000);
  return { refusedUntil: rows[0]?.refusedUntil ?? retryAt };
}

/** Takes an attempt off these counts again if their windows have not ended. */
export async function refundAttempts(
  { db, now }: Context,
  counted: readonly CountedAttempt[],
): Promise<void> {
  await sql`
    ${PREPARED}
    with held as (
      select login_attempt.key
      from unnest(
        ${counted.map(({ key }) => key)}::text[],
        ${counted.map(({ endsAt }) => endsAt)}::timestamptz[]) with ordinality
        as counted (key, ends_at, place)
      join login_attempt on login_attempt.key = counted.key
        and login_attempt.ends_at = counted.ends_at
      order by place
      for no key update of login_attempt)
    update login_attempt
    set tries = greatest(tries - 1, 0), next_at = least(next_at, ${now()})
    from held
    where login_attempt.key = held.key`.execute(db);
}

/** Deletes a batch; returns true if there may be more. */
export function deleteAttemptsBefore({ db }: Context, endedBefore: Date): Promise<boolean> {
  return deleteBatch(db, "login_attempt", {
    key: ["key"],
    limit: BATCH,
    where: (row) => row("ends_at", "<", endedBefore),
  });
}
