import type { Log } from "../log.ts";
import { UpstreamClient } from "../upstream/upstream-client.ts";
import { buildUserAgent } from "../upstream/user-agent.ts";
import type { Settings } from "../settings.ts";
import { withFallback } from "./with-fallback.ts";
import { createGreatCircleEngine } from "./great-circle-engine.ts";
import { createOsrmService } from "./osrm.ts";
import { withCache } from "./with-cache.ts";
import type { RoutingEngine } from "./routing-engine.ts";
import { createValhallaService } from "./valhalla.ts";

const SERVICES = { osrm: createOsrmService, valhalla: createValhallaService };

/** Opens the configured routing engine: great circles, or a service with road data that falls back to them. */
export function openRoutingEngine(settings: Settings, log: Log): RoutingEngine {
  const greatCircleEngine = createGreatCircleEngine(settings);
  if (!settings.ROUTER) return greatCircleEngine;
  const { kind, url } = settings.ROUTER;
  const client = new UpstreamClient({ name: "router", url, userAgent: buildUserAgent(settings) }, log);
  return withCache(withFallback(SERVICES[kind](client), greatCircleEngine, log), greatCircleEngine);
}
