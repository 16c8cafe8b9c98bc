import { type RawBuilder, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import { DAY_MS } from "@commonlane/contract/durations";

/**
 * SQL condition that a seat request is a confirmed booking: accepted or completed, but not pending or ended before
 * the ride. Everything that a seat permits depends on it. A seat reserved from the standby queue counts once it is
 * confirmed.
 */
export const isConfirmedBooking: RawBuilder<boolean> = sql<boolean>`(seat_request.status in ('completed', 'disputed')
  or seat_request.status = 'accepted' and not seat_request.reserved)`;

/**
 * SQL condition that two users share a confirmed booking, in the future or past. The arguments are columns or values
 * of the surrounding statement.
 */
export const haveSharedBooking = (
  firstUid: RawBuilder<unknown>,
  secondUid: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`
    (${hasBookingWith(firstUid, secondUid)}
      or ${hasBookingWith(secondUid, firstUid)})`;

function hasBookingWith(seeker: RawBuilder<unknown>, host: RawBuilder<unknown>) {
  return sql`
  exists (
    select
    from seat_request
    join ride on ride.id = seat_request.ride_id
    where seat_request.seeker_id = ${seeker}
      and ride.host_id = ${host}
      and ${isConfirmedBooking})`;
}

/** How many times as long as an account counts as new. */
const AGE_FACTOR = 4;

const BATCH = 500;

export async function findAccountCreatedAt(
  { db }: Context,
  uid: string,
): Promise<Date | undefined> {
  const account = await db
    .selectFrom("account")
    .select("created_at")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return account?.created_at;
}

/** Returns true if two users have a direct conversation or share a confirmed booking. */
export async function haveMet({ db }: Context, uid: string, otherUid: string): Promise<boolean> {
  const [first, second] = uid < otherUid ? [uid, otherUid] : [otherUid, uid];
  const { rows } = await sql<{ met: boolean }>`
    select exists (
      select
      from conversation
      where kind = 'direct' and first_uid = ${first} and second_uid = ${second})
      or ${haveSharedBooking(sql`${uid}::uuid`, sql`${otherUid}::uuid`)} as met`.execute(db);
  return rows[0]?.met ?? false;
}

interface FirstContact {
  readonly uid: string;
  readonly contactHash: string;
  readonly since: Date;
  readonly max: number;
}

/**
 * Records the first contact with a stranger; returns false if the user has contacted `max` others since `since`.
 * Locks their account until the transaction ends, so that concurrent contacts are counted one after the other.
 */
export async function recordFirstContact(
  ctx: InTransaction,
  { uid, contactHash, since, max }: FirstContact,
): Promise<boolean> {
  await lockAccount(ctx, uid);
  const { rows } = await sql`
    insert into stranger_contact as kept (uid, contact_hash, at)
    select ${uid}::uuid, ${contactHash}, ${ctx.now()}::timestamptz
    where (
      select count(*)
      from stranger_contact
      where uid = ${uid} and contact_hash <> ${contactHash} and at > ${since})
    < ${max}
    on conflict (uid, contact_hash) do update set at = case
      when kept.at > ${since} then kept.at
      else excluded.at end
    returning uid`.execute(ctx.db);
  return rows.length > 0;
}

/** Deletes a batch; returns true if there may be more. */
export function deleteFirstContactsBefore({ db }: Context, before: Date): Promise<boolean> {
  return deleteBatch(db, "stranger_contact", {
    key: ["uid", "contact_hash"],
    limit: BATCH,
    where: (row) => row("at", "<", before),
  });
}

/**
 * SQL condition that a user counts in public numbers: the account is older than four times NEW_ACCOUNT_DAYS, or was on
 * a completed trip that counts. "At least five people" protects no one from someone who brings four fresh accounts.
 */
export function isEstablished(
  { now, settings }: Pick<Context, "now" | "settings">,
  uid: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const createdBefore = new Date(now().getTime() - AGE_FACTOR * settings.NEW_ACCOUNT_DAYS * DAY_MS);
  return sql<boolean>`(
    exists (select from account as counted where counted.uid = ${uid} and counted.created_at <= ${createdBefore}::timestamptz)
    or exists (select from seat_request as booking join ride as trip on trip.id = booking.ride_id
      where booking.seeker_id = ${uid} and booking.status = 'completed' and booking_counts(booking, trip))
    or exists (select from ride as trip join seat_request as booking on booking.ride_id = trip.id
      where trip.host_id = ${uid} and booking.status = 'completed' and booking_counts(booking, trip)))`;
}
