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
    insert into setup_key (key_hash, created_at) select ${keyHash}, ${now()}::timestamptz
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
