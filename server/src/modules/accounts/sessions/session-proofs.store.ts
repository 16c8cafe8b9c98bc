import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

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
export async function markSecondFactorShown({ db, now }: InTransaction, sessionId: string): Promise<void> {
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
    .set({ confirmed_at: now(), ...(hasSecondFactor && { second_factor_at: now() }) })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Once the last second factor of an account is removed, none of its sessions counts as having shown one. */
export async function clearProofsWithoutFactor({ db }: InTransaction, uid: string): Promise<void> {
  await sql`
    update session set second_factor_at = null where uid = ${uid} and second_factor_at is not null
      and not exists (select from passkey where passkey.uid = session.uid)
      and not exists (select from authenticator_app as app where app.uid = session.uid and confirmed_at is not null)`.execute(
    db,
  );
}
