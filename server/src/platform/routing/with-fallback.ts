import type { Log } from "../log.ts";
import { UpstreamUnavailable, UpstreamRejected } from "../upstream/upstream-client.ts";
import type { RoadService } from "./routing-engine.ts";

/** Asks `router`; where it has no answer, the way is reckoned by `otherwise`, and the roads of a table are not known. Never throws. */
export function withFallback(primary: RoadService, fallback: RoadService, log: Log): RoadService {
  const logFailure = (error: unknown) => {
    const expected = error instanceof UpstreamUnavailable || error instanceof UpstreamRejected;
    log[expected ? "info" : "warn"](
      { reason: errorName(error) },
      "roads are reckoned, because the router has no answer",
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

// What an error says of an answer may hold positions.
const errorName = (error: unknown) => (error instanceof Error ? error.name : "unknown");
