import type { Place } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

export interface RideSummaryRow {
  readonly id: string;
  readonly points: Place[];
  readonly departs_at: Date;
  readonly time_zone: string;
  readonly status: string;
}

/** Rides that a user hosts or has requested, latest first. */
export async function findRidesOf(
  { db }: Context,
  uid: string,
  limit: number,
): Promise<RideSummaryRow[]> {
  const { rows } = await sql<RideSummaryRow>`
    select id, points, departs_at, time_zone, status from ride
    where host_id = ${uid}
      or id in (select ride_id from seat_request where seeker_id = ${uid})
    order by departs_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export interface SeatRequestSummaryRow {
  readonly id: string;
  readonly seeker_id: string;
  readonly seats: number;
  readonly status: string;
  readonly message: string | null;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

/** All seat requests on a ride, oldest first. */
export async function findSeatRequestsOn(
  { db }: Context,
  rideId: string,
  limit: number,
): Promise<SeatRequestSummaryRow[]> {
  const { rows } = await sql<SeatRequestSummaryRow>`
    select id, seeker_id, seats, status, message, reason, created_at, ended_at
    from seat_request
    where ride_id = ${rideId} order by created_at, id limit ${limit}`.execute(db);
  return rows;
}
