import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Upcoming rides whose driven route lacks the stop of a passenger with a detour, in lock order. */
export async function findRidesWithUncountedDetours(
  { db, now }: Context,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ ride_id: string }>`
    select distinct ride_id from seat_request join ride on ride.id = ride_id
    where seat_request.status = 'accepted'
      and detour_m > 0
      and ride.status = 'scheduled'
      and departs_at > ${now()}
      and not coalesce(
        driven_route->'stops' @> jsonb_build_array(jsonb_build_object('id', seat_request.id)),
        false)
    order by ride_id limit ${limit}`.execute(db);
  return rows.map(({ ride_id }) => ride_id);
}

/** Upcoming rides whose driven route lacks the form for passengers, in lock order. */
export async function findRidesWithoutPassengerForms(
  { db, now }: Context,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from ride
    where status = 'scheduled'
      and departs_at > ${now()}
      and driven_route is not null
      and not driven_route ? 'forPassengers'
      and driven_route -> 'exact' <> driven_route -> 'approximate'
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
