import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { nameHash } from "#platform/name-hash.ts";
import { OFTEN } from "#platform/db/often.ts";

const BATCH = 10_000;

/** How many tries a stretch of time has. */
export interface Most {
  /** For one name from one network. */
  readonly fromHere: number;
  /** For one name from everywhere. Beyond it each network has one try left, so that the owner has too. */
  readonly inAll: number;
}
/** What a guess is counted under, for everybody and for one network. */
interface Guess {
  readonly inAll: string;
  readonly fromHere: string;
}
interface Stretches {
  readonly here: Date;
  readonly all: Date;
}
type Counted = { readonly until: Stretches } | { readonly until: undefined; readonly refusedUntil: Date | null };

/**
 * Counts one more guess where there is one left, and says until when the stretches of time go on that it belongs to;
 * otherwise counts nothing. From one network never more than there are; from everywhere as many more as are counted in
 * the same instant. The row of a network is always written before that of everybody, so nobody waits in a circle.
 */
export async function countGuess(
  { db, now }: Context,
  guess: Guess,
  { most, endsAt }: { readonly most: Most; readonly endsAt: Date },
): Promise<Counted> {
  const [at, here, all] = [now(), nameHash(guess.fromHere), nameHash(guess.inAll)];
  const onceMore = sql`
    tries = case when kept.ends_at <= ${at} then 1 else kept.tries + 1 end,
    ends_at = case when kept.ends_at <= ${at} then excluded.ends_at else kept.ends_at end`;
  const { rows } = await sql<{ here: Date | null; everywhere: Date | null; refusedUntil: Date | null }>`${OFTEN}
    with here as (
      insert into guess as kept (key, tries, ends_at) values (${here}, 1, ${endsAt})
      on conflict (key) do update set ${onceMore}
      where kept.ends_at <= ${at} or kept.tries < case
        when (select tries from guess where key = ${all} and ends_at > ${at}) >= ${most.inAll} then 1
        else ${most.fromHere} end
      returning ends_at),
    everywhere as (
      insert into guess as kept (key, tries, ends_at) select ${all}::text, 1, ${endsAt}::timestamptz from here
      on conflict (key) do update set ${onceMore}
      returning ends_at)
    select (select ends_at from here) as here, (select ends_at from everywhere) as everywhere,
      (select ends_at from guess where key = ${here}) as "refusedUntil"`.execute(db);
  const [row] = rows;
  if (row?.here && row.everywhere) return { until: { here: row.here, all: row.everywhere } };
  return { until: undefined, refusedUntil: row?.refusedUntil ?? null };
}

/** Takes a guess off the stretches of time that it was counted in, as far as they still go on. */
export async function takeGuessOff({ db }: Context, guess: Guess, until: Stretches): Promise<void> {
  await sql`${OFTEN}
    with here as (
      update guess set tries = tries - 1
      where key = ${nameHash(guess.fromHere)} and ends_at = ${until.here} and tries > 0 returning key)
    update guess set tries = tries - 1 from here
    where guess.key = ${nameHash(guess.inAll)} and ends_at = ${until.all} and tries > 0`.execute(db);
}

/** Deletes a batch; true when there may be more. */
export const deleteGuessesBefore = ({ db }: Context, endedBefore: Date): Promise<boolean> =>
  deleteBatch(db, "guess", { key: ["key"], limit: BATCH, where: (row) => row("ends_at", "<", endedBefore) });
