import { sql } from "kysely";
import type { InTransaction } from "../context.ts";
import type { Caller } from "../http/endpoints/exchange.ts";
import { Problem } from "../http/problem.ts";

/**
 * Locks an account until the transaction ends, so that what a user may have a limited number of is counted one after
 * the other. Here and not in accounts, because modules that accounts imports need it too.
 */
export async function lockAccount({ db }: InTransaction, uid: string): Promise<void> {
  await sql`select from account where uid = ${uid} for no key update`.execute(db);
}

/**
 * The same for a caller who adds a way into their account, with the session of the call: what ends access waits for the
 * transaction, and then ends the new way, too. @throws Problem signed_out if it was faster than the call
 */
export async function lockCaller(
  { db, now }: InTransaction,
  { uid, sessionId }: Pick<Caller, "uid" | "sessionId">,
): Promise<void> {
  const { rows } = await sql`
    select
    from account
    join session on session.uid = account.uid and session.id = ${sessionId}
    where account.uid = ${uid}
      and suspended_at is null
      and deletion_requested_at is null
      and ended_at is null
      and session.expires_at > ${now()}
    for no key update of account
    for share of session`.execute(db);
  if (rows.length === 0) throw new Problem("signed_out");
}

/**
 * Locks a name without a row, such as "webhooks", until the transaction ends. Names of different things begin
 * with different words.
 */
export async function lockName({ db }: InTransaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hashOf(name)})`.execute(db);
}

const hashOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/**
 * Locks two users against each other, in whichever order they are named, and both against `lockPerson`, until the
 * transaction ends.
 */
export async function lockPair(
  { db }: InTransaction,
  ...pair: readonly [string, string]
): Promise<void> {
  const [first, second] = pair.toSorted();
  await sql`
    select pg_advisory_xact_lock(${hashOf(`pair ${first} ${second}`)}),
      pg_advisory_xact_lock_shared(${hashOf(`person ${first}`)}),
      pg_advisory_xact_lock_shared(${hashOf(`person ${second}`)})`.execute(db);
}

/** Waits for all pairs of this user, and locks the user against new ones until the transaction ends. */
export const lockPerson = (ctx: InTransaction, uid: string): Promise<void> =>
  lockName(ctx, `person ${uid}`);
