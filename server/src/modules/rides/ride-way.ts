import type { HostedRide } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import { DEFAULT_MATCH_SETTINGS, type MatchSettings } from "@commonlane/matching/rule";
import { Problem } from "#platform/http/problem.ts";
import type { Settings } from "#platform/settings.ts";
import { encodePolyline } from "./polyline.ts";

/** A straight leg is drawn with a point at least this often, so that it bends on the map as it does on the globe. */
const DRAWN_EVERY_M = 100_000;

/** What follows from the points of a ride and its departure, as columns. */
export interface RideWay {
  readonly points: Place[];
  readonly leg_distance_m: number[];
  readonly leg_duration_s: number[];
  readonly polyline: string;
  readonly departs_at: Date;
  readonly arrives_at: Date;
}

/** The numbers of domain.md's matching rule as the operator set them. */
export const matchSettings = (settings: Settings): MatchSettings => ({
  ...DEFAULT_MATCH_SETTINGS,
  roadFactor: settings.DRIVING_FACTOR,
  driveMps: settings.DRIVING_M_PER_S,
  walkFactor: settings.WALKING_FACTOR,
  walkMps: settings.WALKING_M_PER_S,
  minRideM: settings.MATCH_MIN_DISTANCE_M,
  waitWeight: settings.MATCH_TIME_WEIGHT,
});

/** The way through `points` without a router: great-circle legs, lengthened by the driving factor. */
export function wayThrough(points: Place[], departsAt: Date, settings: Settings): RideWay {
  const legs = points.slice(1).map((to, leg) => ({ from: points[leg] ?? to, to }));
  const straightM = legs.map(({ from, to }) => distanceM(from, to));
  const drivenM = straightM.map((metres) => metres * settings.DRIVING_FACTOR);
  const durationS = drivenM.map((metres) => Math.round(metres / settings.DRIVING_M_PER_S));
  const line = legs.flatMap(({ from, to }, leg) => drawn(from, to, straightM[leg] ?? 0));
  return {
    points,
    leg_distance_m: drivenM.map(Math.round),
    leg_duration_s: durationS,
    polyline: encodePolyline([...line, ...points.slice(-1)]),
    departs_at: departsAt,
    arrives_at: etaAt(departsAt, durationS).at(-1) ?? departsAt,
  };
}

function drawn(from: LatLng, to: LatLng, lengthM: number): LatLng[] {
  const pieces = Math.max(1, Math.ceil(lengthM / DRAWN_EVERY_M));
  return Array.from({ length: pieces }, (_, n) => (n === 0 ? from : pointAlongLeg(from, to, n / pieces)));
}

/** Expected instants at each point of a ride, origin first. */
export function etaAt(departsAt: Date, legDurationS: readonly number[]): Date[] {
  let at = departsAt.getTime();
  return [departsAt, ...legDurationS.map((seconds) => new Date((at += seconds * 1000)))];
}

/** The points a host named, in order. @throws Problem when they lead nowhere. */
export function mustLead({
  origin,
  stops,
  destination,
}: Pick<HostedRide, "origin" | "stops" | "destination">): Place[] {
  const points = [origin, ...stops, destination];
  const still = points.findIndex((point, n) => n > 0 && distanceM(points[n - 1] ?? point, point) < 1);
  if (still < 0) return points;
  const field = still === points.length - 1 ? "destination" : `stops.${still - 1}`;
  throw new Problem("invalid_input", { fields: { [field]: "This is the same place as the one before." } });
}

export const sameWay = (a: readonly Place[], b: readonly Place[]): boolean =>
  a.length === b.length &&
  a.every(({ lat, lng, label }, n) => lat === b[n]?.lat && lng === b[n]?.lng && label === b[n]?.label);
