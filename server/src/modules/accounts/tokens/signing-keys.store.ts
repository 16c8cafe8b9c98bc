import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

export interface SigningKeyRow {
  readonly kid: string;
  readonly public_jwk: Record<string, unknown>;
  readonly private_jwk: Record<string, unknown>;
  readonly created_at: Date;
}

/** Keys that may still sign, oldest first. */
export function findActiveKeys({ db }: Context): Promise<SigningKeyRow[]> {
  return db
    .selectFrom("signing_key")
    .select(["kid", "public_jwk", "private_jwk", "created_at"])
    .where("retired_at", "is", null)
    .orderBy("created_at")
    .orderBy("kid")
    .execute();
}

/** Keys that may have signed a token that is still valid. */
export async function findPublicKeys({ db }: Context): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom("signing_key")
    .select("public_jwk")
    .orderBy("created_at")
    .orderBy("kid")
    .execute();
  return rows.map(({ public_jwk }) => public_jwk);
}

/** Adds the key unless an active one was created after `unlessSince`. */
export async function insertKeyUnlessRecent(
  { db }: Context,
  key: SigningKeyRow,
  unlessSince: Date,
): Promise<void> {
  await sql`
    insert into signing_key (kid, public_jwk, private_jwk, created_at)
    select ${key.kid}, ${JSON.stringify(key.public_jwk)}::jsonb,
      ${JSON.stringify(key.private_jwk)}::jsonb, ${key.created_at}::timestamptz
    where not exists (
      select
      from signing_key
      where retired_at is null and created_at > ${unlessSince})`.execute(db);
}

/** Retires the keys that were created before the current one. */
export async function retireKeysCreatedBefore(
  { db, now }: Context,
  createdAt: Date,
): Promise<void> {
  await db
    .updateTable("signing_key")
    .set({ retired_at: now() })
    .where("retired_at", "is", null)
    .where("created_at", "<", createdAt)
    .execute();
}

export async function deleteKeysRetiredBefore({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom("signing_key").where("retired_at", "<", before).execute();
}
