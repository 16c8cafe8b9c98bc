import type { RouteMeasure } from "@commonlane/contract/route-measure";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useQuery } from "@tanstack/react-query";
import { distanceM } from "#shared/geo/great-circle.ts";
import { routeMeasure } from "#shared/places/route-on-map.ts";

/** A route as its ride will have it: on roads where the server knows them. Estimated here until it has answered. */
export function useRoutePreview(places: readonly Place[]): RoutePreview & {
  readonly line?: readonly LatLng[];
  readonly badRoadAt?: readonly number[];
} {
  const { data } = useQuery({
    ...routeMeasure(places),
    enabled: places.length >= 2,
  });
  return data ? toPreview(data) : estimateRoute(places);
}

export function toPreview({
  routed,
  legs,
  polyline,
  badRoadAt,
}: RouteMeasure): ReturnType<typeof useRoutePreview> {
  const etaS = [0];
  const alongM = [0];
  for (const { durationS, distanceM } of legs) {
    etaS.push((etaS.at(-1) ?? 0) + durationS);
    alongM.push((alongM.at(-1) ?? 0) + distanceM);
  }
  const distanceM = alongM.at(-1) ?? 0;
  const durationS = etaS.at(-1) ?? 0;
  const line = decodePolyline(polyline);
  return {
    routed,
    distanceM,
    durationS,
    etaS,
    alongM,
    line,
    badRoadAt,
  };
}

// Same estimate as on a server without road data (domain.md, Matching); operators may configure other values.
const ROAD_FACTOR = 1.22;
/** Speeds by distance from the nearer end of a leg: in town, on country roads, and between them. */
const SPEED_BANDS = [
  { endM: 2000, metresPerS: 30 / 3.6 },
  { endM: 15_000, metresPerS: 55 / 3.6 },
  { endM: Infinity, metresPerS: 114 / 3.6 },
];

interface RoutePreview {
  /** Whether it follows roads, as far as the server knows them. */
  readonly routed: boolean;
  /** Driving distance, metres. */
  readonly distanceM: number;
  readonly durationS: number;
  /** Seconds after departure at each point, origin first. */
  readonly etaS: readonly number[];
  /** Metres after departure at each point. */
  readonly alongM: readonly number[];
}

/** Estimates the length of a route and the arrival at each point. */
export function estimateRoute(points: readonly LatLng[]): RoutePreview {
  let totalM = 0;
  let totalS = 0;
  const passed = points.map((point, n) => {
    const previous = points[n - 1];
    if (previous) {
      const legM = distanceM(previous, point) * ROAD_FACTOR;
      totalM += legM;
      totalS += 2 * secondsFromEnd(legM / 2);
    }
    return {
      s: Math.round(totalS),
      m: Math.round(totalM),
    };
  });
  const etaS = passed.map(({ s }) => s);
  const alongM = passed.map(({ m }) => m);
  return {
    routed: false,
    distanceM: alongM.at(-1) ?? 0,
    durationS: etaS.at(-1) ?? 0,
    etaS,
    alongM,
  };
}

/** Seconds for the first metres of a leg, up to its middle. */
function secondsFromEnd(metres: number): number {
  let seconds = 0;
  let startM = 0;
  for (const { endM, metresPerS } of SPEED_BANDS) {
    seconds += Math.max(0, Math.min(metres, endM) - startM) / metresPerS;
    startM = endM;
  }
  return seconds;
}
