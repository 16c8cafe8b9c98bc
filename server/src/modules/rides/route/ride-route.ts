import { translatable } from "@commonlane/contract/message";
import type { HostedRide } from "@commonlane/contract/hosted-rides";
import type { Place, RidePlace } from "@commonlane/contract/shapes";
import { DETOUR_MPS } from "@commonlane/matching/driving-estimate";
import { distanceM } from "@commonlane/matching/geo";
import { DEFAULT_MATCH_SETTINGS, type MatchSettings } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { encodePolyline } from "@commonlane/contract/polyline";
import type { Settings } from "#platform/settings.ts";
import type { RideRow } from "../rides.store.ts";

/** Columns that follow from the points of a ride and its departure. */
export interface RideRoute {
  readonly points: RidePlace[];
  readonly leg_distance_m: number[];
  readonly leg_duration_s: number[];
  readonly leg_points: number[] | null;
  readonly partly_estimated: boolean;
  /** Only of rides that an earlier release hosted: a sweep calculates their roads. */
  readonly roads_missing: boolean;
  readonly polyline: string;
  readonly departs_at: Date;
  readonly arrives_at: Date;
}

/** Parameters of the matching rule (domain.md) from the operator's settings. */
export const matchSettings = (settings: Settings): MatchSettings => ({
  ...DEFAULT_MATCH_SETTINGS,
  roadFactor: settings.DRIVING_FACTOR,
  timeFactor: settings.DRIVING_TIME_FACTOR,
  detourMps: DETOUR_MPS / settings.DRIVING_TIME_FACTOR,
  walkFactor: settings.WALKING_FACTOR,
  walkMps: settings.WALKING_M_PER_S,
  minRideM: settings.MATCH_MIN_DISTANCE_M,
  waitWeight: settings.MATCH_TIME_WEIGHT,
});

/** The route through `points` from the routing engine. */
export function calculateRoute(
  { routing }: Pick<Context, "routing">,
  points: RidePlace[],
  departsAt: Date,
): RideRoute {
  const { legs, routed } = routing.route(points);
  // At least a second, since no car arrives before it left.
  const durationS = legs.map((leg) => Math.max(1, Math.round(leg.durationS)));
  return {
    points,
    leg_distance_m: legs.map((leg) => Math.round(leg.distanceM)),
    leg_duration_s: durationS,
    leg_points: routed ? legs.map(({ line }) => line.length) : null,
    partly_estimated: routed && legs.some(({ estimated }) => estimated),
    roads_missing: false,
    // A leg begins where the previous one ended.
    polyline: encodePolyline(legs.flatMap(({ line }, leg) => (leg === 0 ? line : line.slice(1)))),
    departs_at: departsAt,
    arrives_at: calculateEtas(departsAt, durationS).at(-1) ?? departsAt,
  };
}

/** The same route at another departure. */
export const shiftDeparture = (
  row: Pick<RideRow, "departs_at" | "arrives_at">,
  departsAt: Date,
) => ({
  departs_at: departsAt,
  arrives_at: new Date(departsAt.getTime() + row.arrives_at.getTime() - row.departs_at.getTime()),
});

/** Expected arrival at each point of a ride, origin first. */
export function calculateEtas(departsAt: Date, legDurationS: readonly number[]): Date[] {
  let at = departsAt.getTime();
  return [departsAt, ...legDurationS.map((seconds) => new Date((at += seconds * 1000)))];
}

/** Points that a host entered, in order. @throws Problem if they lead nowhere. */
export function assertRoutable({
  origin,
  stops,
  destination,
}: Pick<HostedRide, "origin" | "stops" | "destination">): RidePlace[] {
  const points = [origin, ...stops, destination];
  const duplicateIndex = points.findIndex(
    (point, n) => n > 0 && distanceM(points[n - 1] ?? point, point) < 1,
  );
  if (duplicateIndex < 0) return points;
  const field =
    duplicateIndex === points.length - 1 ? "destination" : `stops.${duplicateIndex - 1}`;
  throw new Problem("invalid_input", {
    fields: { [field]: translatable("Choose a different place from the one before.") },
  });
}

/** Returns true for the same places with the same labels. */
export function areSamePlaces(a: readonly Place[], b: readonly Place[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      ({ lat, lng, label }, n) => lat === b[n]?.lat && lng === b[n]?.lng && label === b[n]?.label,
    )
  );
}

/** Returns true for the same places with the same visibility. */
export function isSameRoute(a: readonly RidePlace[], b: readonly RidePlace[]): boolean {
  return areSamePlaces(a, b) && a.every(({ shown }, n) => shown === b[n]?.shown);
}
