import type { Log } from "../log.ts";
import { PeerAway, PeerRefused } from "../peer/peer.ts";
import type { RoadService } from "./router.ts";

/** Asks `router`; where it has no answer, the way is reckoned by `otherwise`, and the roads of a table are not known. Never throws. */
export function fallingBack(router: RoadService, otherwise: RoadService, log: Log): RoadService {
  const tell = (error: unknown) => {
    const expected = error instanceof PeerAway || error instanceof PeerRefused;
    log[expected ? "info" : "warn"]({ reason: nameOf(error) }, "roads are reckoned, because the router has no answer");
  };
  return {
    knowsRoads: router.knowsRoads,
    route: (points) =>
      router.route(points).catch((error: unknown) => {
        tell(error);
        return otherwise.route(points);
      }),
    table: (sources, targets) =>
      router.table(sources, targets).catch((error: unknown) => {
        tell(error);
        return sources.map(() => targets.map(() => undefined));
      }),
  };
}

// What an error says of an answer may hold positions.
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");
