import { sql } from "kysely";
import type { InTransaction } from "../context.ts";

/**
 * Locks an account until the transaction ends, so that what a user may have a limited number of is counted one after
 * the other. Here and not in accounts, because modules that accounts imports need it too.
 */
export async function lockAccount({ db }: InTransaction, uid: string): Promise<void> {
  await sql`select from account where uid = ${uid} for no key update`.execute(db);
}

/**
 * Locks a name without a row, such as "webhooks", until the transaction ends. Names of different things begin
 * with different words.
 */
export async function lockName({ db }: InTransaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Locks two users against each other, in whichever order they are named, until the transaction ends. */
export const lockPair = (ctx: InTransaction, ...pair: readonly [string, string]): Promise<void> =>
  lockName(ctx, `pair ${pair.toSorted().join(" ")}`);
