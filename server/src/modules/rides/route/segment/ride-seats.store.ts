import type { Money } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { mapDoubleBookingError } from "../../rules/double-booking.store.ts";
import type { DrivenRouteChange } from "../driven-route/change-driven-route.ts";
import type { RideRow } from "../../rides.store.ts";

/** Seats on some legs, and their share of the costs. A negative number gives seats back. */
export interface SegmentSeats {
  readonly firstLeg: number;
  readonly lastLeg: number;
  readonly seats: number;
  readonly contribution: Money | null;
}

/**
 * Takes seats on every leg of a segment, or none. One statement on one row, so two acceptances cannot share a seat and
 * no lock order is needed; also updates the driven route. Only upcoming rides have seats to take, and passengers
 * together can never promise more than the trip costs.
 */
export async function takeSeats(
  ctx: Context,
  rideId: string,
  segment: SegmentSeats,
  drive?: DrivenRouteChange,
): Promise<RideRow | undefined> {
  const update = sql<RideRow>`${takeSeatsSql(ctx, rideId, segment, drive)} returning *`.execute(
    ctx.db,
  );
  const { rows } = await mapDoubleBookingError(update);
  return rows[0];
}

const takeSeatsSql = (
  { now }: Context,
  rideId: string,
  { firstLeg, lastLeg, seats, contribution }: SegmentSeats,
  drive: DrivenRouteChange | undefined,
) => {
  const promisedMinor = seats * (contribution?.amountMinor ?? 0);
  return sql`
    update ride set promised_minor = promised_minor + ${promisedMinor}, seats_left = array(
      select case when leg between ${firstLeg + 1} and ${lastLeg + 1} then seats - ${seats} else seats end
      from unnest(seats_left) with ordinality as ledger (seats, leg) order by leg)${drive ? setDrivenRouteSql(drive) : sql``}
    where ride.id = ${rideId} and status = 'scheduled' and departs_at > ${now()}${drive ? unchangedDriveSql(drive) : sql``}
      and (${promisedMinor}::int <= 0 or running_cost_minor is null or promised_minor + ${promisedMinor} <= running_cost_minor)
      and ${seats}::int <= all (seats_left[${firstLeg + 1}::int:${lastLeg + 1}::int])`;
};

function setDrivenRouteSql({ drivenRoute, arrivesAt }: DrivenRouteChange) {
  return sql`,
  driven_route = ${drivenRoute && JSON.stringify(drivenRoute)}::jsonb,
  driven_route_version = driven_route_version + 1, arrives_at = ${arrivesAt}`;
}

/** The detour has not changed since this one was added to it. */
const unchangedDriveSql = ({ baseVersion }: DrivenRouteChange) =>
  sql` and driven_route_version = ${baseVersion}::int`;

/**
 * The statement of takeSeats as part of another one. For callers that read the ride without a lock, so everything that
 * decides about meeting points and price must still be the same.
 */
export const takeSeatsStatement = (
  ctx: Context,
  ride: RideRow,
  segment: SegmentSeats,
  drive: DrivenRouteChange | undefined,
): RawBuilder<unknown> => sql`
  ${takeSeatsSql(ctx, ride.id, segment, drive)} and driven_route_version = ${ride.driven_route_version} and approval = ${ride.approval} and audience = ${ride.audience}
    and members_of is not distinct from ${ride.members_of}
    and vehicle::jsonb is not distinct from ${ride.vehicle && JSON.stringify(ride.vehicle)}::jsonb
    and points::jsonb = ${JSON.stringify(ride.points)}::jsonb and date_trunc('milliseconds', departs_at) = ${ride.departs_at}
    and (host_gender, contribution_minor, currency, max_detour_m, max_detour_s, leg_distance_m, leg_duration_s, leg_points)
      is not distinct from (${ride.host_gender}::text, ${ride.contribution_minor}::int, ${ride.currency}::text,
        ${ride.max_detour_m}::int, ${ride.max_detour_s}::int, ${ride.leg_distance_m}::int[],
        ${ride.leg_duration_s}::int[], ${ride.leg_points}::int[])`;
