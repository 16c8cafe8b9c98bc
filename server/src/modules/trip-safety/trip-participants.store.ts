import type { Place } from "@commonlane/contract/shapes";
import { type Selectable, sql } from "kysely";
import { type RideRow } from "#modules/rides/index.ts";
import { toExactRide, toPassengerRide } from "#modules/rides/route/index.ts";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
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

/** True if the ride was cancelled while this user was its host or a passenger. Someone who left before hears nothing. */
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
