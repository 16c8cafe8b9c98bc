import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";

/** Whom nobody meets any more: suspended, about to leave, or gone. */
const isSuspendedOrLeaving = sql.raw("(suspended_at is not null or deletion_requested_at is not null)");

/**
 * Whether one of two people blocked the other, whichever it was, or is suspended, or leaves: the one condition that keeps people
 * apart. `one` and `other` are columns or values of the statement that it becomes a part of.
 */
export const areRestricted = (
  firstUid: RawBuilder<unknown>,
  secondUid: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`
  (exists (select from block where blocker_id = ${firstUid} and blocked_id = ${secondUid}
      or blocker_id = ${secondUid} and blocked_id = ${firstUid})
    or exists (select from account where account.uid in (${firstUid}, ${secondUid}) and ${isSuspendedOrLeaving}))`;

/** The same where one of the two is the same for every row, and so asked for once: whether this person may meet who is in a column. */
export const canInteractWithColumn = (uid: string, column: string): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.ref(column)} <> all (array(
      select blocked_id from block where blocker_id = ${uid}
      union all select blocker_id from block where blocked_id = ${uid}))
    and (${sql.ref(column)} = ${uid} or not exists (
      select from account where account.uid = ${sql.ref(column)} and ${isSuspendedOrLeaving})))`;

/** Everybody whom this person may not meet. */
export const findBlockedUids = createDataLoader(async (db, uids: readonly string[]): Promise<ReadonlySet<string>[]> => {
  const { rows } = await sql<{ one: string; other: string }>`
    select blocker_id as one, blocked_id as other from block where blocker_id = any(${uids}::uuid[])
    union all select blocked_id, blocker_id from block where blocked_id = any(${uids}::uuid[])`.execute(db);
  return uids.map((uid) => new Set(rows.flatMap(({ one, other }) => (one === uid ? [other] : []))));
});

type Pair = readonly [string, string];

/** Which of these pairs are apart, by their place. */
export async function findRestrictedPairs(db: Db, pairs: readonly Pair[]): Promise<ReadonlySet<number>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ nth: number }>`
    select nth - 1 as nth from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      with ordinality as pair (one, other, nth)
    where ${areRestricted(sql`one`, sql`other`)}`.execute(db);
  return new Set(rows.map(({ nth }) => nth));
}

/** Whether these two are apart. */
export const isRestricted = ({ db }: Context, firstUid: string, secondUid: string): Promise<boolean> =>
  isPairRestricted(db, [firstUid, secondUid]);

const isPairRestricted = createDataLoader(async (db, pairs: readonly Pair[]) => {
  const restricted = await findRestrictedPairs(db, pairs);
  return pairs.map((_, n) => restricted.has(n));
});
