import type { Context, InTransaction } from "#platform/context.ts";
import { NO_PASSWORD } from "../passwords/password-hash.ts";

/** Since when an account has its password; undefined without one. */
export function findPasswordSince({ db }: Context, uid: string) {
  return db
    .selectFrom("account")
    .select("password_set_at")
    .where("uid", "=", uid)
    .where("password_hash", "<>", NO_PASSWORD)
    .executeTakeFirst();
}

/** After this, no password is right. */
export async function voidPassword({ db, now }: InTransaction, uid: string): Promise<void> {
  await db
    .updateTable("account")
    .set({
      password_hash: NO_PASSWORD,
      password_set_at: now(),
    })
    .where("uid", "=", uid)
    .execute();
}

/** An authenticator app in use. */
export function findAppSince({ db }: Context, uid: string) {
  return db
    .selectFrom("authenticator_app")
    .select("confirmed_at")
    .where("uid", "=", uid)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
}

/** Deletes what an account's user has asked for and not entered or answered yet. */
export async function deletePendingCodes({ db }: InTransaction, uid: string): Promise<void> {
  await db
    .deleteFrom("one_time_code")
    .where("purpose", "in", [`email-change ${uid}`, `mark-renewal ${uid}`])
    .execute();
  await db.deleteFrom("passkey_challenge").where("uid", "=", uid).execute();
}
