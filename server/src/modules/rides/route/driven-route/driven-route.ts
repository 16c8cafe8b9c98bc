import { type DrivenPoints, insertStops, splitLegs } from "@commonlane/matching/agreed-stops";
import type { Drive, DrivenWay, RideStop } from "#platform/db/schema/ride-columns.ts";
import { calculateEtas } from "../ride-route.ts";
import type { RideRow } from "../../rides.store.ts";

type DrivableRide = Pick<
  RideRow,
  | "points"
  | "seats_left"
  | "max_detour_m"
  | "max_detour_s"
  | "leg_points"
  | "leg_distance_m"
  | "leg_duration_s"
  | "driven_route"
>;

function sum(numbers: readonly number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Distance and time of a drive beyond the planned route. */
export const totalDetour = (drive: Drive | undefined) => ({
  detourM: sum(drive?.extra_m ?? []),
  detourS: sum(drive?.extra_s ?? []),
});

/**
 * A ride as it is driven with its confirmed passengers: more points, the legs between them, and what is left of the
 * host's detour limit (domain.md, Matching). Legs are those of the driven route; `toPlannedLeg` maps them to planned
 * legs.
 */
export function toDrivenRide<Row extends DrivableRide>(row: Row): Row {
  if (!row.driven_route) return row;
  const { stops, exact } = row.driven_route;
  const { points, legOf } = insertStops(row.points, stops);
  const cost = totalDetour(exact);
  return {
    ...row,
    points: points.map((point) => ({
      label: "",
      ...point,
    })),
    seats_left: legOf.map((leg) => row.seats_left[leg] ?? 0),
    max_detour_m: Math.max(0, row.max_detour_m - cost.detourM),
    max_detour_s: Math.max(0, row.max_detour_s - cost.detourS),
    ...(exact.roads ??
      estimateDrivenLegs(
        row,
        {
          points,
          legOf,
        },
        exact,
      )),
    driven_route: null,
  };
}

const toLegs = (metres: readonly number[], seconds: readonly number[]) =>
  metres.map((distanceM, leg) => ({
    distanceM,
    durationS: seconds[leg] ?? 0,
  }));

/** Estimated legs of the driven route: pieces of the planned legs and their detours. */
function estimateDrivenLegs(
  { leg_distance_m, leg_duration_s }: Pick<RideRow, "leg_distance_m" | "leg_duration_s">,
  driven: DrivenPoints,
  { extra_m, extra_s }: Drive,
): Pick<RideRow, "leg_points" | "leg_distance_m" | "leg_duration_s"> {
  const legs = splitLegs(toLegs(leg_distance_m, leg_duration_s), driven, toLegs(extra_m, extra_s));
  return {
    leg_points: null,
    leg_distance_m: legs.map(({ distanceM }) => distanceM),
    leg_duration_s: legs.map(({ durationS }) => durationS),
  };
}

/** Planned leg that a leg of the driven route belongs to. */
export function toPlannedLeg(
  { points, driven_route }: Pick<RideRow, "points" | "driven_route">,
  leg: number,
): number {
  return driven_route ? (insertStops(points, driven_route.stops).legOf[leg] ?? leg) : leg;
}

/** A stop as its passenger knows it. */
export const toOwnStop = (stop: RideStop): RideStop => ({
  ...stop,
  at: stop.ownAt ?? stop.at,
});

/** The driven route as seen by someone who knows one passenger's stops exactly, or no one's, along this drive. */
export function toSeenDrive({ stops }: DrivenWay, drive: Drive, knownId?: string): DrivenWay {
  return {
    stops: stops.map((stop) =>
      stop.id === knownId
        ? toOwnStop(stop)
        : {
            ...stop,
            at: stop.approximateAt,
          },
    ),
    exact: drive,
    approximate: drive,
  };
}

type TimedRide = Pick<RideRow, "leg_duration_s" | "driven_route">;

/** Expected arrival at each of the ride's own points, origin first. */
export const rideEtas = ({
  departs_at,
  ...route
}: TimedRide & Pick<RideRow, "departs_at">): Date[] =>
  calculateEtas(departs_at, drivenLegDurationsS(route));

/** Duration of each planned leg including its detours. */
export function drivenLegDurationsS({ leg_duration_s, driven_route }: TimedRide): number[] {
  return leg_duration_s.map((seconds, leg) => seconds + (driven_route?.exact.extra_s[leg] ?? 0));
}

/** Total duration and distance. */
export function totalDistanceAndDuration(row: TimedRide & Pick<RideRow, "leg_distance_m">) {
  return {
    distanceM: Math.round(sum(row.leg_distance_m) + totalDetour(row.driven_route?.exact).detourM),
    durationS: Math.round(sum(drivenLegDurationsS(row))),
  };
}
