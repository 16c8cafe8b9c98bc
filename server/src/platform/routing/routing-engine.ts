import type { LatLng } from "@commonlane/contract/shapes";
import { simplifyLines } from "./simplify-polyline.ts";

/** Distance and duration of travelling from one place to another. */
export interface Road {
  readonly distanceM: number;
  readonly durationS: number;
  /** Set if some part of it is estimated from great circles, because no road data covers that part. */
  readonly estimated?: true;
}

/** A leg with its polyline, from its first to its last point. */
export interface RouteLeg extends Road {
  readonly line: readonly LatLng[];
}

/** A route through some points, with one leg per pair of neighbours. */
export interface Route {
  readonly legs: readonly RouteLeg[];
  /** True if it follows roads, false if it is estimated from great circles. */
  readonly routed: boolean;
}

/**
 * The roads of the built regions, and estimates from great circles where none has roads. Answers at once, from memory,
 * the same everywhere: inside of transactions and in other processes, too.
 */
export interface RoutingEngine {
  /** Whether a region has roads at this place. */
  isCovered(place: LatLng): boolean;
  /** Whether only a track or a road in a bad state leads to this place, as far as roads are known. */
  isOnBadRoad(place: LatLng): boolean;
  /** The fastest road by car: null if there is none. */
  road(from: LatLng, to: LatLng): Road | null;
  /** By car, with its line. A leg without any road is estimated. */
  route(points: readonly LatLng[]): Route;
  /** Walks of up to `mostM` metres from a place to others, or from them to it: null if there is none. */
  walks(place: LatLng, others: readonly LatLng[], mostM: number): readonly (Road | null)[];
  /** The line of a walk of up to `mostM` metres, with both places; undefined if there is none, or no ways are known. */
  walkPath(from: LatLng, to: LatLng, mostM: number): readonly LatLng[] | undefined;
}

/** About 2 kB of text. */
const MAX_ROUTE_POINTS = 400;

/** Builds a route through points that follows roads, simplified to the resolution of a map. */
export function assembleRoute(legs: readonly RouteLeg[]): Route {
  const lines = simplifyLines(
    legs.map(({ line }) => line),
    MAX_ROUTE_POINTS,
  );
  return {
    legs: legs.map((leg, n) => ({
      ...leg,
      line: lines[n] ?? leg.line,
    })),
    routed: true,
  };
}
