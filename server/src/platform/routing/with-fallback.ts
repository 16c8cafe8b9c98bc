import type { Log } from "../log.ts";
import { UpstreamUnavailable, UpstreamRejected } from "../upstream/upstream-client.ts";
import type { RoadService } from "./routing-engine.ts";

/** Uses `primary`; if it fails, estimates routes with `fallback` and leaves roads of tables unknown. Never throws. */
export function withFallback(primary: RoadService, fallback: RoadService, log: Log): RoadService {
  const logFailure = (error: unknown) => {
    const expected = error instanceof UpstreamUnavailable || error instanceof UpstreamRejected;
    log[expected ? "info" : "warn"](
      { reason: errorName(error) },
      "using estimated routes, because the routing service failed",
    );
  };
  return {
    hasRoadData: primary.hasRoadData,
    route: (points) =>
      primary.route(points).catch((error: unknown) => {
        logFailure(error);
        return fallback.route(points);
      }),
    table: (sources, targets) =>
      primary.table(sources, targets).catch((error: unknown) => {
        logFailure(error);
        return sources.map(() => targets.map(() => undefined));
      }),
  };
}

// Logs only the name, since messages may contain positions.
const errorName = (error: unknown) => (error instanceof Error ? error.name : "unknown");
