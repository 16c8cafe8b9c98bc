import type { Log } from "../log.ts";
import { NO_REGIONS, type Regions } from "../regions/regions.ts";
import { UpstreamClient } from "../upstream/upstream-client.ts";
import { DEFAULT_VALUES } from "../community/community-values.ts";
import { buildUserAgent } from "../upstream/user-agent.ts";
import type { Settings } from "../settings.ts";
import { findValhalla } from "./embedded/find-valhalla.ts";
import { type EmbeddedEngineOptions, openEmbeddedEngine } from "./embedded/open-embedded-engine.ts";
import { withFallback } from "./with-fallback.ts";
import { createGreatCircleEngine } from "./great-circle-engine.ts";
import { createOsrmService } from "./osrm.ts";
import { withCache } from "./with-cache.ts";
import type { RoutingEngine } from "./routing-engine.ts";
import { createValhallaService } from "./valhalla.ts";

const SERVICES = { osrm: createOsrmService, valhalla: createValhallaService };

export interface OpenedRoutingEngine extends RoutingEngine {
  close(): Promise<void>;
}

/**
 * Opens the routing engine: the service that is set, otherwise the embedded one on the roads of the regions. Both
 * estimate what they do not know.
 */
export function openRoutingEngine(
  settings: Settings,
  log: Log,
  regions: Regions = NO_REGIONS,
  { userAgent, ...options }: EmbeddedEngineOptions & { readonly userAgent?: () => string } = {},
): OpenedRoutingEngine {
  const greatCircleEngine = createGreatCircleEngine(settings);
  if (settings.ROUTER) {
    const { kind, url } = settings.ROUTER;
    const client = new UpstreamClient(
      { name: "router", url, userAgent: userAgent ?? fixedUserAgent(settings) },
      log,
    );
    return withoutClosing(
      withCache(withFallback(SERVICES[kind](client), greatCircleEngine, log), greatCircleEngine),
    );
  }
  if (regions === NO_REGIONS) return withoutClosing(greatCircleEngine);
  const valhalla = findValhalla();
  if (!("reason" in valhalla))
    return openEmbeddedEngine(regions, greatCircleEngine, settings, log, options);
  warnOnce(regions, log, valhalla.reason);
  return withoutClosing(greatCircleEngine);
}

/** For programs that do not read the settings of the community. */
const fixedUserAgent = (settings: Settings) => () =>
  buildUserAgent({ settings, community: { ...DEFAULT_VALUES, ...settings.fixedCommunity } });

const withoutClosing = (engine: RoutingEngine): OpenedRoutingEngine => ({
  ...engine,
  close: async () => {},
});

/** As soon as there is a region whose roads cannot be used. */
function warnOnce(regions: Regions, log: Log, reason: string): void {
  const warn = () =>
    log.warn({ reason }, "the roads of the regions cannot be used; routes are estimated");
  if (regions.list().length > 0) return warn();
  const stop = regions.onChange(() => {
    if (regions.list().length === 0) return;
    stop();
    warn();
  });
}
