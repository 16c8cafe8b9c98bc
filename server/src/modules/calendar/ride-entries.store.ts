import { type RawBuilder, sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";

/** Own limit: the entries of each kind in one calendar; the latest are included. */
const ENTRIES_MAX = 1000;

/** What belongs in a user's calendar: ended after `since`, on all rides or on one. */
export interface EntryFilter {
  readonly uid: string;
  readonly since: Date;
  readonly rideId?: string | undefined;
}

/** True for an entry that the user's calendar has shown: only such an entry needs to say that it was cancelled. */
const wasShown = (uid: string, id: RawBuilder<unknown>) => sql<boolean>`
  exists (
    select
    from calendar_entry
    where calendar_entry.uid = ${uid} and entry_id = ${id})`;

const onRide = (column: RawBuilder<unknown>, rideId: string | undefined) =>
  rideId === undefined ? sql`true` : sql`${column} = ${rideId}`;

export async function findHostedRideIds(
  { db }: Context,
  { uid, since, rideId }: EntryFilter,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from ride
    where host_id = ${uid}
      and arrives_at > ${since}
      and ${onRide(sql`id`, rideId)}
      and (status <> 'cancelled' or ${wasShown(uid, sql`ride.id`)})
    order by departs_at desc limit ${ENTRIES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Confirmed seats, and those that were confirmed and then cancelled. */
export async function findSeatIds(
  { db }: Context,
  { uid, since, rideId }: EntryFilter,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from seat_request
    where seeker_id = ${uid}
      and dropoff_at > ${since}
      and ${onRide(sql`ride_id`, rideId)}
      and (${isConfirmedBooking}
        or status = 'cancelled' and not reserved and ${wasShown(uid, sql`seat_request.id`)})
    order by pickup_at desc limit ${ENTRIES_MAX}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Seat requests with a confirmed seat on one of the rides. */
export async function findSeatsOnRides(
  { db }: Context,
  rideIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from seat_request
    where ride_id = any(${rideIds}::uuid[]) and ${isConfirmedBooking}`.execute(db);
  return rows.map(({ id }) => id);
}
