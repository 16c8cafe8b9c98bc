import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";

/** A passenger who has a seat on a ride that is not over. */
export interface BookedPassenger {
  readonly uid: string;
  readonly pickup: Place;
  readonly pickup_at: Date;
  readonly dropoff: Place;
  readonly dropoff_at: Date;
}

/** SQL condition that a seat is booked, and its ride is not over. */
export const isOnComingRide = sql<boolean>`(seat_request.status = 'accepted' and ${isConfirmedBooking}
  and ride.status in ('scheduled', 'departed'))`;

export async function findBookedPassengers(
  { db }: Context,
  rideId: string,
): Promise<BookedPassenger[]> {
  const { rows } = await sql<BookedPassenger>`
    select seeker_id as uid, pickup, pickup_at, dropoff, dropoff_at
    from seat_request join ride on ride.id = ride_id
    where ride_id = ${rideId} and ${isOnComingRide} order by pickup_at, seat_request.id`.execute(
    db,
  );
  return rows;
}

/** The first instant of a pickup before which its passenger does not see the driver yet. */
export const firstVisiblePickup = (now: Date): Date =>
  new Date(now.getTime() + DRIVER_VISIBLE_BEFORE_S * 1000);

/** The latest position that a user sent for a ride. */
export async function findTripPosition(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<(LatLng & { readonly at: Date }) | undefined> {
  const { rows } = await sql<LatLng & { at: Date }>`
    select lat, lng, position_at as at from trip_progress
    where ride_id = ${rideId} and uid = ${uid} and position_at is not null`.execute(db);
  return rows[0];
}

/** From when on the passenger of a pickup sees the driver. */
export const visibleSince = ({ pickup_at }: BookedPassenger): Date =>
  new Date(pickup_at.getTime() - DRIVER_VISIBLE_BEFORE_S * 1000);

/**
 * Records that a passenger was told that the driver is at the pickup. False if that was recorded before for this time of
 * the pickup; what was said earlier belongs to a time that the ride no longer has.
 */
export async function recordDriverHere(
  { db, now }: InTransaction,
  rideId: string,
  passenger: BookedPassenger,
): Promise<boolean> {
  const { rows } = await sql`
    insert into trip_progress (ride_id, uid, driver_here_at) values (${rideId}, ${passenger.uid}, ${now()})
    on conflict (ride_id, uid) do update set driver_here_at = excluded.driver_here_at
      where trip_progress.driver_here_at is null or trip_progress.driver_here_at < ${visibleSince(passenger)}
    returning ride_id`.execute(db);
  return rows.length > 0;
}
