import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";

// Same estimate as on a server without a routing engine (domain.md, Matching); operators may configure other values.
const ROAD_FACTOR = 1.3;
const DRIVING_SPEED_MPS = 20;

export interface RoutePreview {
  /** The server measures the route when the ride is posted. */
  readonly routed: false;
  /** Driving distance, metres. */
  readonly distanceM: number;
  readonly durationS: number;
  /** Seconds after departure at each point, origin first. */
  readonly etaS: readonly number[];
}

/** Estimates the length of a route and the arrival at each point. */
export function estimateRoute(points: readonly LatLng[]): RoutePreview {
  let totalM = 0;
  const etaS = points.map((point, n) => {
    const previous = points[n - 1];
    if (previous) totalM += distanceM(previous, point) * ROAD_FACTOR;
    return Math.round(totalM / DRIVING_SPEED_MPS);
  });
  return { routed: false, distanceM: Math.round(totalM), durationS: etaS.at(-1) ?? 0, etaS };
}
