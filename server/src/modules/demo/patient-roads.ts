import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#platform/context.ts";
import {
  type OpenedRoutingEngine,
  openRoutingEngine,
} from "#platform/routing/open-routing-engine.ts";
import type { RoutingEngine } from "#platform/routing/routing-engine.ts";

/** Nobody waits for a reply while the demo is filled, and a busy machine is slow. */
const PATIENCE_MS = 600_000;
const ATTEMPTS = 20;
const RETRY_MS = 1_000;

/**
 * A routing engine of its own for filling the demo: it waits as long as a busy machine needs, and never puts an estimate
 * where there is a road. Opened before the region is there.
 */
export function openPatientRoads({ settings, log, regions }: Context): OpenedRoutingEngine {
  const engine = openRoutingEngine(settings, log, regions, {
    timeoutMs: PATIENCE_MS,
    hangMs: PATIENCE_MS,
  });
  return { ...engine, route: (points) => routeOrFail(engine, points), close: () => engine.close() };
}

async function routeOrFail(engine: RoutingEngine, points: Parameters<RoutingEngine["route"]>[0]) {
  for (let attempt = 1; ; attempt++) {
    const route = await engine.route(points);
    if (!route.roadsMissing) return route;
    if (attempt === ATTEMPTS) {
      throw new Error(
        "The demo needs roads, and the routing engine does not answer; the lines above say why. Start the demo again: it begins anew.",
      );
    }
    await sleep(RETRY_MS);
  }
}
