import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { NO_PASSWORD } from "../passwords/password-hash.ts";

/** What the user of a session has proven since it was opened; undefined if it has ended. */
export function findSessionProofs({ db }: Context, sessionId: string) {
  return db
    .selectFrom("session")
    .select(["uid", "second_factor_at", "confirmed_at"])
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** The session has shown a second factor, as by setting up its first one. */
export async function markSecondFactorShown(
  { db, now }: InTransaction,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable("session")
    .set({ second_factor_at: now() })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** The user of the session has confirmed to own the account, perhaps with a second factor. */
export async function markConfirmed(
  { db, now }: InTransaction,
  sessionId: string,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<void> {
  await db
    .updateTable("session")
    .set({
      confirmed_at: now(),
      ...(hasSecondFactor && { second_factor_at: now() }),
    })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/**
 * A sign-in at an institution confirms an account that has neither a password nor a passkey. Where there is one of them,
 * it does not: the provider may open a session without asking the person on this device for anything.
 */
export async function markConfirmedBySignIn(
  { db, now }: InTransaction,
  sessionId: string,
): Promise<void> {
  await sql`
    update session set confirmed_at = ${now()} from account
    where session.id = ${sessionId}
      and account.uid = session.uid
      and password_hash = ${NO_PASSWORD}
      and not exists (select from passkey where passkey.uid = session.uid)`.execute(db);
}

/** Once the last second factor of an account is removed, none of its sessions counts as having shown one. */
export async function clearProofsWithoutFactor({ db }: InTransaction, uid: string): Promise<void> {
  await sql`
    update session
    set second_factor_at = null
    where uid = ${uid} and second_factor_at is not null
      and not exists (select from passkey where passkey.uid = session.uid)
      and not exists (
        select
        from authenticator_app as app
        where app.uid = session.uid and confirmed_at is not null)`.execute(db);
}
