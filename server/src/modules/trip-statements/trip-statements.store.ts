import { HOUR_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { dayIn } from "#platform/time-zone.ts";

type PlannedRide = Pick<
  RideRow,
  | "points"
  | "public_route"
  | "polyline"
  | "departs_at"
  | "time_zone"
  | "leg_distance_m"
  | "leg_duration_s"
>;

/** A booking of a completed ride with the ride as planned, for one of its two sides. */
export interface SharedBookingRow extends PlannedRide {
  readonly ride_id: string;
  readonly is_host: boolean;
  readonly pickup_at: Date;
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly seats: number;
  readonly first_leg: number;
  readonly last_leg: number;
  readonly is_picked_up: boolean;
}

/** The day of the pickup where the ride departs. */
export const pickupDay = ({ time_zone, pickup_at }: SharedBookingRow): string =>
  dayIn(time_zone, pickup_at);

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
      points, public_route, polyline, departs_at, ride.time_zone, leg_distance_m, leg_duration_s,
      pickup_at, pickup, dropoff, seats, first_leg, last_leg,
      picked_up_at is not null as is_picked_up
    from seat_request join ride on ride.id = ride_id
      left join trip_outcome on seat_request_id = seat_request.id
    where (seeker_id = ${uid} or host_id = ${uid})
      and seat_request.status = 'completed'
      and ride.status = 'completed'
      and ended_at < ${settledBefore}
      and reported_at is null
      and pickup_at between ${new Date(Date.UTC(year, 0, 0))} and ${new Date(Date.UTC(year + 1, 0, 2))}
    order by pickup_at, seat_request.id`.execute(db);
  // The database knows fewer zones, and reads "+02:00" as west of Greenwich.
  return rows.filter((row) => pickupDay(row).startsWith(`${year}-`));
}
