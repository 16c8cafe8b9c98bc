import { API_KEYS_MAX } from "@commonlane/contract/api-keys";
import type { Language } from "@commonlane/contract/languages";
import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type KeyRow = Omit<Selectable<Schema["api_key"]>, "key_hash">;
const COLUMNS = [
  "id",
  "uid",
  "name",
  "scopes",
  "created_at",
  "expires_at",
  "last_used_at",
] as const;

/** Keys of this user that are valid now, newest first. */
export function findKeys({ db, now }: Context, uid: string): Promise<KeyRow[]> {
  return db
    .selectFrom("api_key")
    .select(COLUMNS)
    .where("uid", "=", uid)
    .where("expires_at", ">", now())
    .orderBy("id", "desc")
    .execute();
}

/** Locks the caller, so that concurrent keys are counted. Returns undefined if there are API_KEYS_MAX. */
export async function insertKey(
  ctx: InTransaction,
  caller: Caller,
  key: Pick<Selectable<Schema["api_key"]>, "name" | "key_hash" | "scopes" | "expires_at">,
): Promise<KeyRow | undefined> {
  await lockCaller(ctx, caller);
  const { uid } = caller;
  const keys = await findKeys(ctx, uid);
  if (keys.length >= API_KEYS_MAX) return undefined;
  return ctx.db
    .insertInto("api_key")
    .values({
      ...key,
      uid,
      created_at: ctx.now(),
      last_used_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns false if this user has no such key. */
export async function deleteKey({ db }: Context, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("api_key")
    .where("uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteKeys({ db }: Context, uid: string): Promise<void> {
  await db.deleteFrom("api_key").where("uid", "=", uid).execute();
}

export interface UsableKey extends KeyRow {
  /** The language chosen in the settings of its owner. */
  readonly locale: Language | null;
}

/** Finds a valid key by its hash, unless its owner's account is suspended or being deleted. */
export async function findUsableKey(
  { db, now }: Context,
  keyHash: string,
): Promise<UsableKey | undefined> {
  const { rows } = await sql<UsableKey>`
    select api_key.id, api_key.uid, api_key.name, scopes, api_key.created_at,
      expires_at, last_used_at, locale
    from api_key join account using (uid) left join profile using (uid)
    where key_hash = ${keyHash} and expires_at > ${now()} and email_verified
      and suspended_at is null and deletion_requested_at is null`.execute(db);
  return rows[0];
}

/** Records at most once an hour that a key was used. */
export async function recordUse({ db, now }: Context, { id }: Pick<KeyRow, "id">): Promise<void> {
  await sql`
    update api_key set last_used_at = date_trunc('hour', ${now()}::timestamptz)
    where id = ${id}
      and last_used_at is distinct from date_trunc(
        'hour', ${now()}::timestamptz)`.execute(db);
}

/** Deletes keys that expired before; returns true if there may be more. */
export function deleteExpiredKeys({ db }: Context, before: Date, limit: number): Promise<boolean> {
  return deleteBatch(db, "api_key", {
    key: ["id"],
    limit,
    where: (row) => row("expires_at", "<", before),
  });
}
