import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/** Whether a user is a moderator or an administrator. */
export async function isTeamMember({ db }: Context, uid: string): Promise<boolean> {
  const member = await db
    .selectFrom("moderator")
    .select("uid")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return member !== undefined;
}

export async function countPasskeys({ db }: Context, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("passkey")
    .select((passkey) => passkey.fn.countAll<number>().as("count"))
    .where("uid", "=", uid)
    .executeTakeFirstOrThrow();
  return count;
}

export interface AuthenticatorApp {
  readonly uid: string;
  readonly key: string;
  readonly recovery_salt: Buffer;
  readonly confirmed_at: Date | null;
}

export const findAuthenticatorApp = (
  { db }: Context,
  uid: string,
): Promise<AuthenticatorApp | undefined> =>
  db
    .selectFrom("authenticator_app")
    .select(["uid", "key", "recovery_salt", "confirmed_at"])
    .where("uid", "=", uid)
    .executeTakeFirst();

/** Starts or restarts a set-up; returns false if there is an app in use. */
export async function startAuthenticatorApp(
  { db, now }: Context,
  {
    uid,
    key,
    recoverySalt,
  }: {
    uid: string;
    key: string;
    recoverySalt: Buffer;
  },
): Promise<boolean> {
  const values = {
    key,
    recovery_salt: recoverySalt,
    created_at: now(),
  };
  const started = await db
    .insertInto("authenticator_app")
    .values({ uid, ...values })
    .onConflict((conflict) =>
      conflict
        .column("uid")
        .doUpdateSet(values)
        .where("authenticator_app.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return started.numInsertedOrUpdatedRows === 1n;
}

/** Puts the app with this key into use; exactly one caller gets true. */
export async function confirmAuthenticatorApp(
  { db, now }: InTransaction,
  {
    uid,
    key,
    step,
  }: {
    uid: string;
    key: string;
    step: number;
  },
): Promise<boolean> {
  const confirmed = await db
    .updateTable("authenticator_app")
    .set({ confirmed_at: now(), last_step: step })
    .where("uid", "=", uid)
    .where("key", "=", key)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  if (confirmed.numUpdatedRows !== 1n) return false;
  await db.updateTable("account").set({ second_factor_on: true }).where("uid", "=", uid).execute();
  return true;
}

/** Uses up the code of this time step and of earlier ones; exactly one caller gets true. */
export async function useTimeStep({ db }: Context, uid: string, step: number): Promise<boolean> {
  const used = await db
    .updateTable("authenticator_app")
    .set({ last_step: step })
    .where("uid", "=", uid)
    .where("confirmed_at", "is not", null)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Removes an app, in use or not, that was set up after an instant, with its recovery codes; false if there is none. */
export async function deleteAuthenticatorApp(
  { db }: InTransaction,
  uid: string,
  since: Date,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("authenticator_app")
    .where("uid", "=", uid)
    .where("created_at", ">", since)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await db.deleteFrom("recovery_code").where("uid", "=", uid).execute();
  await db.updateTable("account").set({ second_factor_on: false }).where("uid", "=", uid).execute();
  return true;
}

/** Replaces the recovery codes of a user with an app in use; false without one. */
export async function replaceRecoveryCodes(
  { db }: InTransaction,
  uid: string,
  codeHashes: readonly string[],
): Promise<boolean> {
  // Locked, so that of two replacements at once only one set of codes stays.
  const { rows } = await sql`
    select
    from authenticator_app
    where uid = ${uid} and confirmed_at is not null
    for update`.execute(db);
  if (rows.length === 0) return false;
  await db.deleteFrom("recovery_code").where("uid", "=", uid).execute();
  await db
    .insertInto("recovery_code")
    .values(
      codeHashes.map((hash) => ({
        uid,
        code_hash: hash,
      })),
    )
    .execute();
  return true;
}

/** Uses a recovery code up; exactly one caller gets true. */
export async function useRecoveryCode(
  { db, now }: InTransaction,
  uid: string,
  codeHash: string,
): Promise<boolean> {
  const used = await db
    .updateTable("recovery_code")
    .set({ used_at: now() })
    .where("uid", "=", uid)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function countRecoveryCodes({ db }: Context, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_code")
    .select((code) => code.fn.countAll<number>().as("count"))
    .where("uid", "=", uid)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
