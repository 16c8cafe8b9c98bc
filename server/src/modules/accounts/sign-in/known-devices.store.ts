import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 500;

/** The hash among these that belongs to the verified account of this address. */
export async function findDeviceHash(
  { db }: Context,
  email: string,
  tokenHashes: readonly string[],
): Promise<string | undefined> {
  const device = await db
    .selectFrom("known_device")
    .innerJoin("account", "account.uid", "known_device.uid")
    .select("token_hash")
    .where("token_hash", "in", tokenHashes)
    .where("email", "=", email)
    .where("email_verified", "=", true)
    .executeTakeFirst();
  return device?.token_hash;
}

/** Updates when one of these devices was last used for the account; returns false if none belongs to it. */
export async function markDeviceUsed(
  { db, now }: InTransaction,
  uid: string,
  tokenHashes: readonly string[],
): Promise<boolean> {
  const updated = await db
    .updateTable("known_device")
    .set({ used_at: now() })
    .where("token_hash", "in", tokenHashes)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Adds a device and keeps the `maxPerAccount` most recently used ones of the account. */
export async function insertDevice(
  { db, now }: InTransaction,
  {
    uid,
    tokenHash,
    maxPerAccount,
  }: {
    uid: string;
    tokenHash: string;
    maxPerAccount: number;
  },
): Promise<void> {
  await db
    .insertInto("known_device")
    .values({
      token_hash: tokenHash,
      uid,
      used_at: now(),
    })
    .execute();
  await sql`
    delete from known_device
    where token_hash in (
      select token_hash
      from known_device
      where uid = ${uid}
      order by used_at desc, token_hash
      offset ${maxPerAccount})`.execute(db);
}

/** Records that this account and those of the other secrets signed in with the same browser. */
export async function insertSharedDevices(
  { db, now }: InTransaction,
  uid: string,
  tokenHashes: readonly string[],
): Promise<void> {
  await sql`
    insert into shared_device (uid, other_uid, last_seen_at)
    select distinct least(uid, ${uid}::uuid), greatest(uid, ${uid}::uuid),
      ${now()}::timestamptz
    from known_device
    where token_hash = any(${tokenHashes}::text[]) and uid <> ${uid}
    on conflict (uid, other_uid) do update set last_seen_at = excluded.last_seen_at`.execute(db);
}

/** Deletes all devices of an account except these. */
export async function deleteDevices(
  { db }: InTransaction,
  uid: string,
  exceptHashes: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("known_device")
    .where("uid", "=", uid)
    .$if(exceptHashes.length > 0, (query) => query.where("token_hash", "not in", exceptHashes))
    .execute();
}

/** Deletes a batch; returns true if there may be more. */
export function deleteDevicesBefore({ db }: Context, usedBefore: Date): Promise<boolean> {
  return deleteBatch(db, "known_device", {
    key: ["token_hash"],
    limit: BATCH,
    where: (row) => row("used_at", "<", usedBefore),
  });
}

/** Deletes a batch; returns true if there may be more. */
export function deleteSharedDevicesBefore({ db }: Context, seenBefore: Date): Promise<boolean> {
  return deleteBatch(db, "shared_device", {
    key: ["uid", "other_uid"],
    limit: BATCH,
    where: (row) => row("last_seen_at", "<", seenBefore),
  });
}

/** How two accounts are linked: they used the same browser, or signed in from the same network (/24 or /48). */
interface SharedSignIn {
  readonly uid: string;
  readonly other_uid: string;
  readonly device: boolean;
  readonly network: boolean;
}

/** Of these pairs, those that shared a browser or a network since `since`. */
export async function findSharedSignIns(
  { db }: Context,
  pairs: readonly {
    readonly uid: string;
    readonly other_uid: string;
  }[],
  since: Date,
): Promise<SharedSignIn[]> {
  const { rows } = await sql<SharedSignIn>`
    select * from (
      select pair.uid, pair.other_uid,
        exists (
          select from shared_device where shared_device.uid = least(pair.uid, pair.other_uid)
            and shared_device.other_uid = greatest(pair.uid, pair.other_uid) and last_seen_at > ${since}) as device,
        exists (
          select from account_event as own join account_event as other using (network)
          where own.uid = pair.uid and other.uid = pair.other_uid and own.at > ${since} and other.at > ${since}
            and own.kind <> 'sign-in-failed' and other.kind <> 'sign-in-failed') as network
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (uid uuid, other_uid uuid)) as link
    where device or network`.execute(db);
  return rows;
}
