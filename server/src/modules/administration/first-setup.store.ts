import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

const noAdministrator = sql<boolean>`not exists (select from moderator where role = 'administrator')`;

/** Stores the key of this start instead of any earlier one, unless there is an account; returns whether it did. */
export async function replaceSetupKey(
  { db, now }: InTransaction,
  keyHash: string,
): Promise<boolean> {
  await db.deleteFrom("setup_key").execute();
  const { rows } = await sql`
    insert into setup_key (key_hash, created_at)
    select ${keyHash}, ${now()}::timestamptz
    where not exists (select from account) on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

export async function isSetupKeyValid({ db }: Context, keyHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("setup_key")
    .select("id")
    .where("key_hash", "=", keyHash)
    .where(noAdministrator)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the key up; exactly one of several calls returns true. */
export async function redeemSetupKey({ db }: InTransaction, keyHash: string): Promise<boolean> {
  const redeemed = await db
    .deleteFrom("setup_key")
    .where("key_hash", "=", keyHash)
    .where(noAdministrator)
    .executeTakeFirst();
  return redeemed.numDeletedRows === 1n;
}

interface TestResult {
  /** Hash of the mail server and sender. */
  readonly mailServer: string;
  readonly failure: string | undefined;
}

export async function storeTestResult(
  { db, now }: Context,
  { mailServer, failure }: TestResult,
): Promise<void> {
  const row = {
    sent_at: now(),
    mail_server: mailServer,
    failure: failure ?? null,
  };
  await db
    .insertInto("test_email")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** The latest test of this mail server, if the latest test was one of it. */
export function findTestResult({ db }: Context, mailServer: string) {
  return db
    .selectFrom("test_email")
    .select(["sent_at", "failure"])
    .where("mail_server", "=", mailServer)
    .executeTakeFirst();
}
