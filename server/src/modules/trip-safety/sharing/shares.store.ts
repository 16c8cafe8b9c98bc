import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";

export type ShareRow = Omit<Selectable<Schema["ride_share"]>, "token_hash">;
interface ShareOwner {
  readonly rideId: string;
  readonly uid: string;
}

/** Locks the caller so that concurrent links are counted. Returns undefined at the limit. */
export async function insertShare(
  ctx: InTransaction,
  caller: Caller,
  {
    rideId,
    tokenHash,
    max,
  }: {
    readonly rideId: string;
    readonly tokenHash: string;
    readonly max: number;
  },
): Promise<ShareRow | undefined> {
  const { uid } = caller;
  await lockCaller(ctx, caller);
  const { rows } = await sql<ShareRow>`
    insert into ride_share (ride_id, uid, token_hash, created_at)
    select ${rideId}::uuid, ${uid}::uuid, ${tokenHash},
      ${ctx.now()}::timestamptz
    where (
      select count(*)
      from ride_share
      where ride_id = ${rideId} and uid = ${uid}) < ${max}
    returning id, ride_id, uid, created_at, opened_at`.execute(ctx.db);
  return rows[0];
}

export function findShares({ db }: Context, { rideId, uid }: ShareOwner): Promise<ShareRow[]> {
  return db
    .selectFrom("ride_share")
    .select(["id", "ride_id", "uid", "created_at", "opened_at"])
    .where("ride_id", "=", rideId)
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
}

/** All links of a user, for rides to come and under way. */
export function findSharesOf({ db }: Context, uid: string): Promise<ShareRow[]> {
  return db
    .selectFrom("ride_share")
    .select(["id", "ride_id", "uid", "created_at", "opened_at"])
    .where("uid", "=", uid)
    .orderBy("id")
    .execute();
}

export async function deleteSharesMadeAfter(
  { db }: InTransaction,
  uid: string,
  madeAfter: Date,
): Promise<void> {
  await db
    .deleteFrom("ride_share")
    .where("uid", "=", uid)
    .where("created_at", ">", madeAfter)
    .execute();
}

export async function deleteShare(
  { db }: InTransaction,
  { rideId, uid, shareId }: ShareOwner & { shareId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("ride_share")
    .where("id", "=", shareId)
    .where("ride_id", "=", rideId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds a share link by the hash of its token. */
export function findShare({ db }: Context, tokenHash: string): Promise<ShareRow | undefined> {
  return db
    .selectFrom("ride_share")
    .select(["id", "ride_id", "uid", "created_at", "opened_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

const OPENED_AT_RESOLUTION_MS = 60_000;

/** Records the opening at most once a minute. Returns true if it was recorded. */
export async function recordOpened({ db, now }: Context, shareId: string): Promise<boolean> {
  const { rows } = await sql`
    update ride_share set opened_at = ${now()}
    where id = ${shareId}
      and (opened_at is null
        or opened_at < ${new Date(now().getTime() - OPENED_AT_RESOLUTION_MS)})
    returning id`.execute(db);
  return rows.length > 0;
}

/** Deletes up to `limit` links to rides whose estimated arrival was before `arrivedBefore`. */
export async function deleteExpiredShares(
  { db }: InTransaction,
  arrivedBefore: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from ride_share where id in (
      select ride_share.id from ride_share join ride on ride.id = ride_id
      where arrives_at <= ${arrivedBefore} limit ${limit})
    returning id`.execute(db);
  return rows.length;
}
