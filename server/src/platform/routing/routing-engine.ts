import type { LatLng } from "@commonlane/contract/shapes";
import { simplifyLines } from "./simplify-polyline.ts";

/** Distance and duration of driving from one place to another. */
export interface Road {
  readonly distanceM: number;
  readonly durationS: number;
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

/** The road from each source (rows) to each target (columns): null if there is none, undefined if unknown. */
export type RoadTable = readonly (readonly (Road | null | undefined)[])[];

/** Calculates routes: from great circles by a factor, or with a service that has road data. */
export interface RoadService {
  /** False if it only uses great circles. */
  readonly hasRoadData: boolean;
  /** @throws if the service fails, unless it has a fallback. */
  route(points: readonly LatLng[]): Promise<Route>;
  /** @throws like `route`. */
  table(sources: readonly LatLng[], targets: readonly LatLng[]): Promise<RoadTable>;
}

/** The interface for use cases; never throws. */
export interface RoutingEngine extends RoadService {
  /**
   * The same without calling the service: cached results, otherwise estimates. The only one to use in a transaction.
   */
  readonly cacheOnly: RoutingEngine;
}

/** About 2 kB of text. */
const MAX_ROUTE_POINTS = 400;

/**
 * Builds a service's route through `points`, simplified to the resolution of a map. @throws Error unless there is a leg
 * with a line for each pair of neighbours.
 */
export function assembleRoute(points: readonly LatLng[], legs: readonly RouteLeg[]): Route {
  const isComplete = legs.length === points.length - 1 && legs.every(({ line }) => line.length >= 2);
  if (!isComplete)
    throw new Error("The routing service returned a route that does not pass through the requested points.");
  const lines = simplifyLines(
    legs.map(({ line }) => line),
    MAX_ROUTE_POINTS,
  );
  return { legs: legs.map((leg, n) => ({ ...leg, line: lines[n] ?? leg.line })), routed: true };
}
