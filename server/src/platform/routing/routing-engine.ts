import type { LatLng } from "@commonlane/contract/shapes";
import { simplifyLines } from "./simplify-polyline.ts";

/** What is driven from one place to another. */
export interface Road {
  readonly distanceM: number;
  readonly durationS: number;
}

/** A leg with the line it is driven along, from its first to its last point. */
export interface RouteLeg extends Road {
  readonly line: readonly LatLng[];
}

/** The way through some points: a leg between each two neighbours. */
export interface Route {
  readonly legs: readonly RouteLeg[];
  /** Along roads; otherwise it was reckoned from great circles. */
  readonly routed: boolean;
}

/** The road from each source (rows) to each target: null where there is none, undefined where it is not known. */
export type RoadTable = readonly (readonly (Road | null | undefined)[])[];

/** Whoever knows how one drives: great circles by a factor, or a service that knows roads. */
export interface RoadService {
  /** Whether there is anything to be known beyond great circles. */
  readonly hasRoadData: boolean;
  /** @throws what keeps it from answering, where it is not one that falls back. */
  route(points: readonly LatLng[]): Promise<Route>;
  /** @throws the same. */
  table(sources: readonly LatLng[], targets: readonly LatLng[]): Promise<RoadTable>;
}

/** What use cases ask; it never throws. */
export interface RoutingEngine extends RoadService {
  /** The same without asking anybody: what was heard lately, otherwise what can be reckoned. All that a transaction knows. */
  readonly cacheOnly: RoutingEngine;
}

/** About 2 kB of text. */
const MAX_ROUTE_POINTS = 400;

/**
 * What a service said of the way through `points`, drawn no finer than a map needs. @throws Error where it is not a leg with
 * a line for each pair of neighbours.
 */
export function assembleRoute(points: readonly LatLng[], legs: readonly RouteLeg[]): Route {
  const isComplete = legs.length === points.length - 1 && legs.every(({ line }) => line.length >= 2);
  if (!isComplete) throw new Error("The way that a router gave does not lead through the points it was asked for.");
  const lines = simplifyLines(
    legs.map(({ line }) => line),
    MAX_ROUTE_POINTS,
  );
  return { legs: legs.map((leg, n) => ({ ...leg, line: lines[n] ?? leg.line })), routed: true };
}
