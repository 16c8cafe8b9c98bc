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
  /** True if there may be roads, but the service could not be asked: the estimate should be replaced later. */
  readonly roadsMissing?: boolean;
}

/** The road from each source (rows) to each target (columns): null if there is none, undefined if unknown. */
export type RoadTable = readonly (readonly (Road | null | undefined)[])[];

/** From the largest to the smallest, as in OpenStreetMap's `highway` tag; `service` includes car parks and tracks. */
export const ROAD_CLASSES = [
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "unclassified",
  "residential",
  "service",
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** The road nearest to a place on which cars may drive. */
export interface NearestRoad {
  /** The point of the road nearest to the place, and its distance from the place. */
  readonly at: LatLng;
  readonly distanceM: number;
  readonly roadClass: RoadClass;
  /** Whether a car may stop there for a passenger: not on a motorway, its ramps, a bridge or in a tunnel. */
  readonly canStop: boolean;
}

/** Calculates routes: estimated from great circles, or with a service that has road data. */
export interface RoadService {
  /** False if it only uses great circles. */
  readonly hasRoadData: boolean;
  /** By car. @throws if the service fails, unless it has a fallback. */
  route(points: readonly LatLng[]): Promise<Route>;
  /** By car. @throws like `route`. */
  table(sources: readonly LatLng[], targets: readonly LatLng[]): Promise<RoadTable>;
  /** Same as `table`, on foot. @throws like `route`. */
  walkTable(sources: readonly LatLng[], targets: readonly LatLng[]): Promise<RoadTable>;
  /** The path on foot between two places, including both: undefined if unknown. @throws like `route`. */
  walk(from: LatLng, to: LatLng): Promise<readonly LatLng[] | undefined>;
  /** The nearest road to each point: null if there is none nearby, undefined if unknown. @throws like `route`. */
  locate(points: readonly LatLng[]): Promise<readonly (NearestRoad | null | undefined)[]>;
  /** Whether the road data includes the surroundings of this point, as far as the service knows. */
  isCovered(point: LatLng): boolean;
}

/** The interface for use cases; never throws. Its `walkTable` has no unknown cells: it estimates them. */
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
  const isComplete =
    legs.length === points.length - 1 && legs.every(({ line }) => line.length >= 2);
  if (!isComplete)
    throw new Error(
      "The routing service returned a route that does not pass through the requested points.",
    );
  const lines = simplifyLines(
    legs.map(({ line }) => line),
    MAX_ROUTE_POINTS,
  );
  return { legs: legs.map((leg, n) => ({ ...leg, line: lines[n] ?? leg.line })), routed: true };
}
