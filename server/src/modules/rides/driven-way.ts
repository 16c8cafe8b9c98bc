import { drivenPoints } from "@commonlane/matching/agreed-stops";
import type { Drive, DrivenWay } from "#platform/db/ride-tables.ts";
import { etaAt } from "./ride-way.ts";
import type { RideRow } from "./rides.store.ts";

type Drivable = Pick<
  RideRow,
  "points" | "seats_left" | "max_detour_m" | "max_detour_s" | "leg_points" | "driven_way"
> & {
  readonly leg_distance_m: number[] | null;
  readonly leg_duration_s: number[] | null;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What a drive costs the host beyond the planned way. */
export const costOf = (drive: Drive | undefined) => ({
  metres: sum(drive?.extra_m ?? []),
  seconds: sum(drive?.extra_s ?? []),
});

/**
 * A ride as it is driven with everybody who has a seat: more points, the legs between them, and what is left of the host's
 * limit (domain.md, Matching). Its legs are those of the driven way; `plannedLeg` says which planned one each is part of.
 */
export function asDriven<Row extends Drivable>(row: Row): Row {
  if (!row.driven_way) return row;
  const { stops, exact } = row.driven_way;
  const { points, legOf } = drivenPoints(row.points, stops);
  const cost = costOf(exact);
  return {
    ...row,
    points: points.map((point) => ({ label: "", ...point })),
    seats_left: legOf.map((leg) => row.seats_left[leg] ?? 0),
    max_detour_m: Math.max(0, row.max_detour_m - cost.metres),
    max_detour_s: Math.max(0, row.max_detour_s - cost.seconds),
    leg_points: null,
    leg_distance_m: null,
    leg_duration_s: null,
    ...exact.roads,
    driven_way: null,
  };
}

/** The planned leg that a leg of the driven way is a piece of. */
export function plannedLeg({ points, driven_way }: Pick<RideRow, "points" | "driven_way">, leg: number): number {
  return driven_way ? (drivenPoints(points, driven_way.stops).legOf[leg] ?? leg) : leg;
}

/** The same as strangers are told of it. */
export const drivenAsTold = ({ stops, told }: DrivenWay): DrivenWay => ({
  stops: stops.map((stop) => ({ ...stop, at: stop.about })),
  exact: told,
  told,
});

type Timed = Pick<RideRow, "leg_duration_s" | "driven_way">;

/** When a ride is expected at each of its own points, origin first. */
export const etaOf = ({ departs_at, ...way }: Timed & Pick<RideRow, "departs_at">): Date[] =>
  etaAt(departs_at, drivenS(way));

/** How long each planned leg takes with what is driven beside it. */
export const drivenS = ({ leg_duration_s, driven_way }: Timed): number[] =>
  leg_duration_s.map((seconds, leg) => seconds + (driven_way?.exact.extra_s[leg] ?? 0));

/** How long and how far all of it is. */
export const wholeOf = (row: Timed & Pick<RideRow, "leg_distance_m">) => ({
  distanceM: Math.round(sum(row.leg_distance_m) + costOf(row.driven_way?.exact).metres),
  durationS: Math.round(sum(drivenS(row))),
});
