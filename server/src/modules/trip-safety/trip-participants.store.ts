import { DRIVER_VISIBLE_BEFORE_S } from "@commonlane/contract/limits";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import type { RideRow } from "#modules/rides/index.ts";
import { toExactRide, toPassengerRide } from "#modules/rides/route/index.ts";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

type JourneyRow = Selectable<Schema["trip_progress"]>;

/**
 * A ride as one participant travels and sees it: the complete route for the host, a segment for a passenger; with the
 * state of the trip.
 */
export type TripParticipant = RideRow &
  Omit<JourneyRow, "ride_id"> & {
    /** Null for the host, like the following. */
    readonly seat_request_id: string | null;
    readonly pickup: Place | null;
    readonly dropoff: Place | null;
    readonly first_leg: number | null;
    readonly last_leg: number | null;
    /** Pickup and dropoff time of this user. */
    readonly from_at: Date;
    readonly until_at: Date;
  };

/**
 * True for a seat request that was booked until it ended. In a no-show dispute only the passenger's own statement ends
 * their share links and arrival check; the host cannot end them.
 */
export const hasTravelled = sql`(${isConfirmedBooking} and not (seat_request.status = 'disputed' and exists (select from trip_outcome where seat_request_id = seat_request.id
    and (reported_by = 'seeker' or answer_fault <> 'nobody'))))`;

/** Undefined if the user is not on the ride or it was cancelled. */
export async function findTripParticipant(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<TripParticipant | undefined> {
  const { rows } = await sql<TripParticipant>`
    select ride.*, ${uid}::uuid as uid, seat_request.id as seat_request_id,
      pickup, dropoff, first_leg, last_leg,
      coalesce(pickup_at, departs_at) as from_at,
      coalesce(dropoff_at, arrives_at) as until_at,
      arrived_at, arrival_asked_at, notified_at, lat, lng, position_at,
      driver_here_at
    from ride
    left join seat_request on seat_request.ride_id = ride.id
      and seeker_id = ${uid}
      and ${hasTravelled}
    left join trip_progress on trip_progress.ride_id = ride.id
      and trip_progress.uid = ${uid}
    where ride.id = ${rideId}
      and ride.status <> 'cancelled'
      and (ride.host_id = ${uid} or seat_request.id is not null)
    limit 1`.execute(db);
  const [row] = rows;
  if (!row?.pickup || !row.dropoff || row.seat_request_id === null) return row && toExactRide(row);
  const { pickup, dropoff } = row;
  return toPassengerRide(row, {
    id: row.seat_request_id,
    pickup,
    dropoff,
  });
}

/**
 * True if the ride was cancelled while this user was its host or a passenger. Someone who left before hears nothing.
 */
export async function isCancelledFor(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from ride where id = ${rideId} and status = 'cancelled' and (host_id = ${uid} or exists (
      select from seat_request where ride_id = ride.id and seeker_id = ${uid} and status = 'cancelled' and ended_by <> 'seeker'))`.execute(
    db,
  );
  return rows.length > 0;
}

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
 * Records that a passenger was notified that the driver is at the pickup. False if that was recorded before for this
 * time of the pickup; what was said earlier belongs to a time that the ride no longer has.
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
