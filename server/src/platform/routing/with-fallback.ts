import type { LatLng } from "@commonlane/contract/shapes";
import type { Log } from "../log.ts";
import { UpstreamUnavailable, UpstreamRejected } from "../upstream/upstream-client.ts";
import type { RoadService, RoadTable, Route } from "./routing-engine.ts";

/**
 * Uses `primary`; if it fails, estimates routes with `fallback` and leaves roads of tables and nearest roads unknown.
 * Never throws.
 */
export function withFallback(primary: RoadService, fallback: RoadService, log: Log): RoadService {
  const logFailure = (error: unknown) => {
    const expected = error instanceof UpstreamUnavailable || error instanceof UpstreamRejected;
    log[expected ? "info" : "warn"](
      { reason: errorName(error) },
      "using estimated routes, because the routing service failed",
    );
  };
  const orElse = async <T>(
    result: Promise<T>,
    otherwise: (error: unknown) => T | Promise<T>,
  ): Promise<T> => {
    try {
      return await result;
    } catch (error) {
      logFailure(error);
      return otherwise(error);
    }
  };
  const estimateRoute = async (points: readonly LatLng[], error: unknown): Promise<Route> => {
    const estimated = await fallback.route(points);
    // A service that rejects a question knows that there is no road.
    return { ...estimated, roadsMissing: !(error instanceof UpstreamRejected) };
  };
  return {
    hasRoadData: primary.hasRoadData,
    route: (points) => orElse(primary.route(points), (error) => estimateRoute(points, error)),
    table: (sources, targets) =>
      orElse(primary.table(sources, targets), () => unknownTable(sources, targets)),
    walkTable: (sources, targets) =>
      orElse(primary.walkTable(sources, targets), () => unknownTable(sources, targets)),
    walk: (from, to) => orElse(primary.walk(from, to), () => undefined),
    locate: (points) => orElse(primary.locate(points), () => points.map(() => undefined)),
    isCovered: (point) => primary.isCovered(point),
  };
}

// Logs only the name, since messages may contain positions.
const errorName = (error: unknown) => (error instanceof Error ? error.name : "unknown");

const unknownTable = (sources: readonly LatLng[], targets: readonly LatLng[]): RoadTable =>
  sources.map(() => targets.map(() => undefined));
