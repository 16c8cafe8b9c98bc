import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";

/** Suspended, being deleted, or deleted. */
const isSuspendedOrLeaving = sql.raw(
  "(suspended_at is not null or deletion_requested_at is not null)",
);

/**
 * SQL condition for a contact restriction: one of two users has blocked the other, is suspended or is being deleted.
 * The arguments are columns or values of the surrounding statement.
 */
export const areRestricted = (
  firstUid: RawBuilder<unknown>,
  secondUid: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`
  (exists (select from block where blocker_id = ${firstUid} and blocked_id = ${secondUid}
      or blocker_id = ${secondUid} and blocked_id = ${firstUid})
    or exists (select from account where account.uid in (${firstUid}, ${secondUid}) and ${isSuspendedOrLeaving}))`;

/**
 * SQL condition that this user has no contact restriction with the user in a column. Faster if the user is the same
 * for every row, because the blocks are read once.
 */
export const canInteractWithColumn = (
  uid: string,
  column: string,
): RawBuilder<SqlBool> => sql<SqlBool>`
  (${sql.ref(column)} <> all (array(
      select blocked_id from block where blocker_id = ${uid}
      union all select blocker_id from block where blocked_id = ${uid}))
    and (${sql.ref(column)} = ${uid} or not exists (
      select from account where account.uid = ${sql.ref(column)} and ${isSuspendedOrLeaving})))`;

/** All users that this user has blocked or is blocked by. */
export const findBlockedUids = createDataLoader(
  async (db, uids: readonly string[]): Promise<ReadonlySet<string>[]> => {
    const { rows } = await sql<{
      one: string;
      other: string;
    }>`
    select blocker_id as one, blocked_id as other from block where blocker_id = any(${uids}::uuid[])
    union all select blocked_id, blocker_id from block where blocked_id = any(${uids}::uuid[])`.execute(
      db,
    );
    return uids.map(
      (uid) => new Set(rows.flatMap(({ one, other }) => (one === uid ? [other] : []))),
    );
  },
);

type Pair = readonly [string, string];

/** Indexes of the pairs with a contact restriction. */
async function findRestrictedPairs(db: Db, pairs: readonly Pair[]): Promise<ReadonlySet<number>> {
  if (pairs.length === 0) return new Set();
  const { rows } = await sql<{ nth: number }>`
    select nth - 1 as nth from unnest(${pairs.map(([one]) => one)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      with ordinality as pair (one, other, nth)
    where ${areRestricted(sql`one`, sql`other`)}`.execute(db);
  return new Set(rows.map(({ nth }) => nth));
}

/** Returns true if there is a contact restriction between the two. */
export const isRestricted = (
  { db }: Context,
  firstUid: string,
  secondUid: string,
): Promise<boolean> => isPairRestricted(db, [firstUid, secondUid]);

const isPairRestricted = createDataLoader(async (db, pairs: readonly Pair[]) => {
  const restricted = await findRestrictedPairs(db, pairs);
  return pairs.map((_, n) => restricted.has(n));
});

/**
 * Keeps the candidates whose two users may meet: two different users without a contact restriction. One statement
 * for all.
 */
export async function filterInteractable<T>(
  { db }: Context,
  candidates: readonly T[],
  usersOf: (candidate: T) => readonly [string, string],
): Promise<T[]> {
  const pairs = candidates.map(usersOf);
  const restricted = await findRestrictedPairs(db, pairs);
  return candidates.filter((_, n) => {
    const [firstUid, secondUid] = pairs[n] ?? [];
    return firstUid !== secondUid && !restricted.has(n);
  });
}
