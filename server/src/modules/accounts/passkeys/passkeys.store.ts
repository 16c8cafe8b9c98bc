import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { lockCaller } from "#platform/db/locks.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type PasskeyRow = Selectable<Schema["passkey"]>;

export function findPasskeys({ db }: Context, uid: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkey")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export const findPasskeyByCredential = (
  { db }: Context,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  db.selectFrom("passkey").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly synced: boolean;
  readonly name: string;
}

/**
 * Inserts nothing and returns undefined if the account has `max` passkeys, or if someone has this one already. The
 * caller is locked, so that the limit holds for registrations at once.
 */
export async function insertPasskey(
  ctx: InTransaction,
  caller: Caller,
  { credentialId, publicKey, counter, transports, synced, name }: NewPasskey,
  max: number,
): Promise<PasskeyRow | undefined> {
  await lockCaller(ctx, caller);
  const { uid } = caller;
  const { rows } = await sql<PasskeyRow>`
    insert into passkey (
      uid, credential_id, public_key, counter, transports, synced, name,
      created_at)
    select ${uid}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter},
      ${transports}::text[], ${synced}, ${name},
      ${ctx.now()}::timestamptz
    where (select count(*) from passkey where uid = ${uid}) < ${max}
    on conflict (credential_id) do nothing returning *`.execute(ctx.db);
  return rows[0];
}

/**
 * Records a signature. Returns false if the passkey is gone, or if its counter did not grow: then two devices may use
 * copies of the same key. Authenticators that do not count always send 0.
 */
export async function markPasskeyUsed(
  { db, now }: InTransaction,
  {
    id,
    counter,
    synced,
  }: {
    id: string;
    counter: number;
    synced: boolean;
  },
): Promise<boolean> {
  const used = await db
    .updateTable("passkey")
    .set({
      counter,
      synced,
      last_used_at: now(),
    })
    .where("id", "=", id)
    .where((row) =>
      row.or([row("counter", "<", counter), sql<boolean>`counter = 0 and ${counter}::int8 = 0`]),
    )
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export const renamePasskey = (
  { db }: Context,
  {
    uid,
    id,
    name,
  }: {
    uid: string;
    id: string;
    name: string;
  },
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("uid", "=", uid)
    .returningAll()
    .executeTakeFirst();

/** Returns the name of the removed passkey; undefined if the user has none with this id. */
export async function deletePasskey(
  { db }: InTransaction,
  uid: string,
  id: string,
): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("uid", "=", uid)
    .returning("name")
    .executeTakeFirst();
  return deleted?.name;
}

/** Deletes the passkeys of a user that were added after an instant, by default all; returns how many. */
export async function deletePasskeysOf(
  { db }: InTransaction,
  uid: string,
  addedAfter: Date = new Date(0),
): Promise<number> {
  const deleted = await db
    .deleteFrom("passkey")
    .where("uid", "=", uid)
    .where("created_at", ">", addedAfter)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

const BATCH = 500;

/** Who must answer a challenge, and for what. */
export interface ChallengeKey {
  readonly purpose: Schema["passkey_challenge"]["purpose"];
  /** Null for a sign-in. */
  readonly uid: string | null;
  readonly browserHash: string;
}

export async function insertChallenge(
  { db }: Context,
  { purpose, uid, browserHash }: ChallengeKey,
  {
    challengeHash,
    expiresAt,
  }: {
    challengeHash: string;
    expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("passkey_challenge")
    .values({
      challenge_hash: challengeHash,
      purpose,
      uid,
      browser_hash: browserHash,
      expires_at: expiresAt,
    })
    .execute();
}

/** Exactly one caller gets true, and only with the same key before the challenge expires. */
export async function deleteChallenge(
  { db, now }: Context,
  { purpose, uid, browserHash }: ChallengeKey,
  challengeHash: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("passkey_challenge")
    .where("challenge_hash", "=", challengeHash)
    .where("purpose", "=", purpose)
    .where("uid", "is not distinct from", uid)
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", now())
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Deletes a batch; returns true if there may be more. */
export function deleteChallengesBefore({ db }: Context, expiredBy: Date): Promise<boolean> {
  return deleteBatch(db, "passkey_challenge", {
    key: ["challenge_hash"],
    limit: BATCH,
    where: (row) => row("expires_at", "<=", expiredBy),
  });
}
