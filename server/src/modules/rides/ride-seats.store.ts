import type { Money } from "@commonlane/contract/shapes";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { unlessTravelling } from "./commitments.store.ts";
import type { NewDrive } from "./driving.ts";
import type { RideRow } from "./rides.store.ts";

/** Seats on some legs, and what each of them adds to the costs. A negative number gives seats back. */
export interface Stretch {
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
  stretch: Stretch,
  drive?: NewDrive,
): Promise<RideRow | undefined> {
  const taken = sql<RideRow>`${taking(ctx, rideId, stretch, drive)} returning *`.execute(ctx.db);
  const { rows } = await unlessTravelling(taken);
  return rows[0];
}

const taking = (
  { now }: Context,
  rideId: string,
  { firstLeg, lastLeg, seats, contribution }: Stretch,
  drive: NewDrive | undefined,
) => {
  const promised = seats * (contribution?.amountMinor ?? 0);
  return sql`
    update ride set promised_minor = promised_minor + ${promised}, seats_left = array(
      select case when leg between ${firstLeg + 1} and ${lastLeg + 1} then seats - ${seats} else seats end
      from unnest(seats_left) with ordinality as ledger (seats, leg) order by leg)${drive ? driving(drive) : sql``}
    where ride.id = ${rideId} and status = 'scheduled' and departs_at > ${now()}${drive ? stillSo(drive) : sql``}
      and (${promised}::int <= 0 or running_cost_minor is null or promised_minor + ${promised} <= running_cost_minor)
      and ${seats}::int <= all (seats_left[${firstLeg + 1}::int:${lastLeg + 1}::int])`;
};

const driving = ({ way, arrivesAt }: NewDrive) => sql`,
  driven_way = ${way && JSON.stringify(way)}::jsonb, driven_n = driven_n + 1, arrives_at = ${arrivesAt}`;

/** The detour is still what it was when this one was added to it. */
const stillSo = ({ from }: NewDrive) => sql` and driven_n = ${from}::int`;

/**
 * The statement of takeSeats, as a part of another one: for who has read the ride without holding it, so that it must still
 * be as it was in all that decides who gets in where and for how much.
 */
export const takingSeatsOf = (
  ctx: Context,
  ride: RideRow,
  stretch: Stretch,
  drive: NewDrive | undefined,
): RawBuilder<unknown> => sql`
  ${taking(ctx, ride.id, stretch, drive)} and driven_n = ${ride.driven_n} and approval = ${ride.approval} and audience = ${ride.audience}
    and points = ${JSON.stringify(ride.points)}::jsonb and date_trunc('milliseconds', departs_at) = ${ride.departs_at}
    and (host_gender, contribution_minor, currency, max_detour_m, max_detour_s, leg_distance_m, leg_duration_s, leg_points)
      is not distinct from (${ride.host_gender}::text, ${ride.contribution_minor}::int, ${ride.currency}::text,
        ${ride.max_detour_m}::int, ${ride.max_detour_s}::int, ${ride.leg_distance_m}::int[],
        ${ride.leg_duration_s}::int[], ${ride.leg_points}::int[])`;
