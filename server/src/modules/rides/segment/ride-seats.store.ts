import type { Money } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { mapDoubleBookingError } from "../double-booking.store.ts";
import type { DrivenRouteChange } from "../driven-route/change-driven-route.ts";
import type { RideRow } from "../rides.store.ts";

/** Seats on some legs, and what each of them adds to the costs. A negative number gives seats back. */
export interface SegmentSeats {
  readonly firstLeg: number;
  readonly lastLeg: number;
  readonly seats: number;
  readonly contribution: Money | null;
}

/**
 * Takes seats on every leg of a stretch, or none: one statement on one row, so that two acceptances cannot share a seat
 * and need no order of locking; with them the way as it is driven from then on. Only a ride still to leave has seats to take, and only passengers who together add no
 * more than the way costs can have them.
 */
export async function takeSeats(
  ctx: Context,
  rideId: string,
  segment: SegmentSeats,
  drive?: DrivenRouteChange,
): Promise<RideRow | undefined> {
  const taken = sql<RideRow>`${takeSeatsSql(ctx, rideId, segment, drive)} returning *`.execute(ctx.db);
  const { rows } = await mapDoubleBookingError(taken);
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

const setDrivenRouteSql = ({ drivenRoute: way, arrivesAt }: DrivenRouteChange) => sql`,
  driven_route = ${way && JSON.stringify(way)}::jsonb, driven_route_version = driven_route_version + 1, arrives_at = ${arrivesAt}`;

/** The detour is still what it was when this one was added to it. */
const unchangedDriveSql = ({ baseVersion: from }: DrivenRouteChange) => sql` and driven_route_version = ${from}::int`;

/**
 * The statement of takeSeats, as a part of another one: for who has read the ride without holding it, so that it must still
 * be as it was in all that decides who gets in where and for how much.
 */
export const takeSeatsStatement = (
  ctx: Context,
  ride: RideRow,
  segment: SegmentSeats,
  drive: DrivenRouteChange | undefined,
): RawBuilder<unknown> => sql`
  ${takeSeatsSql(ctx, ride.id, segment, drive)} and driven_route_version = ${ride.driven_route_version} and approval = ${ride.approval} and audience = ${ride.audience}
    and points = ${JSON.stringify(ride.points)}::jsonb and date_trunc('milliseconds', departs_at) = ${ride.departs_at}
    and (host_gender, contribution_minor, currency, max_detour_m, max_detour_s, leg_distance_m, leg_duration_s, leg_points)
      is not distinct from (${ride.host_gender}::text, ${ride.contribution_minor}::int, ${ride.currency}::text,
        ${ride.max_detour_m}::int, ${ride.max_detour_s}::int, ${ride.leg_distance_m}::int[],
        ${ride.leg_duration_s}::int[], ${ride.leg_points}::int[])`;
