import { HOUR_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** A booking of a completed ride, for one of its two sides. */
export interface SharedBookingRow {
  readonly ride_id: string;
  readonly is_host: boolean;
  readonly day: string;
  readonly points: readonly Place[];
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly first_leg: number;
  readonly last_leg: number;
  readonly leg_distance_m: readonly number[];
  readonly is_picked_up: boolean;
}

/**
 * Bookings of completed rides on which this user drove or travelled in a year, oldest first: those of which no side has
 * reported a no-show, once neither can any more.
 */
export async function findSharedBookings(
  { db, now, settings }: Context,
  uid: string,
  year: number,
): Promise<SharedBookingRow[]> {
  const settledBefore = new Date(now().getTime() - settings.DISPUTE_WINDOW_H * HOUR_MS);
  const { rows } = await sql<SharedBookingRow>`
    select ride_id, host_id = ${uid} as is_host,
      to_char(pickup_at at time zone ride.time_zone, 'YYYY-MM-DD') as day,
      points, pickup, dropoff, seats, first_leg, last_leg, leg_distance_m,
      picked_up_at is not null as is_picked_up
    from seat_request join ride on ride.id = ride_id
      left join trip_outcome on seat_request_id = seat_request.id
    where (seeker_id = ${uid} or host_id = ${uid})
      and seat_request.status = 'completed'
      and ride.status = 'completed'
      and ended_at < ${settledBefore}
      and reported_at is null
      and extract(year from pickup_at at time zone ride.time_zone) = ${year}
    order by pickup_at, seat_request.id`.execute(db);
  return rows;
}
