import type { LatLng } from "@commonlane/contract/shapes";
import type { RoadRide } from "@commonlane/matching/road-rule";
import type { MatchRide } from "@commonlane/matching/rule";
import { LRUCache } from "lru-cache";
import { decodePolyline } from "@commonlane/contract/polyline";
import { toDrivenRide } from "./driven-route/driven-route.ts";
import type { IndexedRide } from "../lists/ride-lists.store.ts";
import type { RideRow } from "../rides.store.ts";

export type MeasurableRide = Omit<IndexedRide, "status" | "public_route" | "polyline">;

/** A ride in the form of the matching rule, as it is driven with its confirmed passengers. */
export function toMatchRide(ride: MeasurableRide): MatchRide {
  const row = toDrivenRide(ride);
  return {
    id: row.id,
    points: row.points,
    departsAtMs: row.departs_at.getTime(),
    seatsLeft: row.seats_left,
    maxDetourM: row.max_detour_m,
    maxDetourS: row.max_detour_s,
    legs: toRoads(row),
  };
}

const toRoads = ({ leg_distance_m, leg_duration_s }: MeasurableRide) =>
  leg_distance_m.map((distanceM, leg) => ({
    distanceM,
    durationS: leg_duration_s[leg] ?? 0,
  }));

type RoutedRide = MeasurableRide & { readonly polyline: string | null };
type Line = Pick<RideRow, "leg_points" | "points"> & { readonly polyline: string | null };

/** A ride in the form of the road rule, as it is driven; undefined if its route is an estimate. */
export function toRoadRide(ride: RoutedRide): RoadRide | undefined {
  const row = toDrivenRide(ride);
  const lines = cachedLegLines(row);
  return (
    lines && {
      ...toMatchRide(row),
      legs: lines.map((line, leg) => ({
        distanceM: row.leg_distance_m?.[leg] ?? 0,
        durationS: row.leg_duration_s?.[leg] ?? 0,
        line,
      })),
    }
  );
}

type Legs = Pick<RoutedRide, "points" | "leg_points" | "leg_distance_m" | "leg_duration_s">;
interface KnownLines {
  readonly legs: Legs;
  readonly lines: readonly (readonly LatLng[])[];
}
/**
 * Points of all cached lines, about 110 bytes each with what the matching rule measures. Enough for the rides of one
 * answer. Of more, most grow old before they are used again, and the garbage collector stops the process for them.
 */
const CACHED_POINTS = 20_000;

/** By polyline: hardly any two rides share one and differ otherwise. */
const lineCache = new LRUCache<string, KnownLines>({
  maxSize: CACHED_POINTS,
  sizeCalculation: ({ lines }) => lines.reduce((sum, line) => sum + line.length, 1),
});

/** The same arrays for the same route, so that the matching rule measures each line once. */
function cachedLegLines(row: RoutedRide): readonly (readonly LatLng[])[] | undefined {
  if (!row.leg_points || row.polyline === null) return undefined;
  const known = lineCache.get(row.polyline);
  if (known && areSameLegs(known.legs, row)) return known.lines;
  const lines = getLegLines(row);
  const { points, leg_points, leg_distance_m, leg_duration_s } = row;
  if (lines)
    lineCache.set(row.polyline, {
      legs: {
        points,
        leg_points,
        leg_distance_m,
        leg_duration_s,
      },
      lines,
    });
  return lines;
}

const areSameLegs = (a: Legs, b: Legs): boolean =>
  a.points.length === b.points.length &&
  a.points.every(({ lat, lng }, n) => lat === b.points[n]?.lat && lng === b.points[n]?.lng) &&
  areSameNumbers(a.leg_points, b.leg_points) &&
  areSameNumbers(a.leg_distance_m, b.leg_distance_m) &&
  areSameNumbers(a.leg_duration_s, b.leg_duration_s);

function areSameNumbers(a: readonly number[] | null, b: readonly number[] | null): boolean {
  return (
    a === b || (a?.length === b?.length && (a?.every((number, n) => number === b?.[n]) ?? false))
  );
}

/** Line of each leg, from point to point. */
export function getLegLines({ leg_points, polyline, points }: Line): LatLng[][] | undefined {
  if (!leg_points || polyline === null) return undefined;
  const line = decodePolyline(polyline);
  let first = 0;
  return leg_points.map((count, leg) => {
    const legPoints = line.slice(first, first + count);
    // Neighbouring legs share a point.
    first += count - 1;
    // The road begins beside the chosen place, but passengers get in at that place.
    return [...points.slice(leg, leg + 1), ...legPoints, ...points.slice(leg + 1, leg + 2)];
  });
}
