import type { Region } from "#platform/regions/region.ts";
import type { Regions } from "#platform/regions/regions.ts";
import type { Log } from "../../log.ts";
import type { RoutingEngine } from "../routing-engine.ts";
import { combineRegions } from "./combine-regions.ts";
import { type Pace } from "./find-crossings.ts";
import { type RegionRoads, openRegionRoads, regionKey } from "./region-roads.ts";
import { type RoadProcessLimits, RoadProcessSupervisor } from "./road-process-supervisor.ts";

export interface EmbeddedEngineOptions extends Partial<RoadProcessLimits> {
  /** A caller waits at most this long for the engine. */
  readonly timeoutMs?: number;
}

export interface EmbeddedEngine extends RoutingEngine {
  /** Of the process with the engines; undefined while it does not run. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * The routing engine inside of the server: Valhalla in a process of its own, on the roads of all built regions, which
 * may come and go while it runs.
 */
export function openEmbeddedEngine(
  regions: Regions,
  estimate: RoutingEngine,
  pace: Pace,
  log: Log,
  { timeoutMs, ...limits }: EmbeddedEngineOptions = {},
): EmbeddedEngine {
  const roads = new RoadProcessSupervisor(log, limits);
  let open: RegionRoads[] = [];
  const tryOpen = (region: Region): RegionRoads[] => {
    try {
      return [openRegionRoads(region, roads, estimate, log, timeoutMs)].flatMap(
        (opened) => opened ?? [],
      );
    } catch (error) {
      log.error({ err: error, region: region.id }, "the roads of this region cannot be used");
      return [];
    }
  };
  const refresh = (): void => {
    const listed = regions.list();
    const keys = new Set(listed.map(regionKey));
    for (const { key } of open) if (!keys.has(key)) roads.forget(key);
    open = listed.flatMap(
      (region) => open.find(({ key }) => key === regionKey(region)) ?? tryOpen(region),
    );
  };
  refresh();
  const stop = regions.onChange(refresh);
  const list = () => open;
  const cacheOnly: RoutingEngine = {
    ...combineRegions(list, ({ engine }) => engine.cacheOnly, estimate, pace),
    get cacheOnly() {
      return cacheOnly;
    },
  };
  return {
    ...combineRegions(list, ({ engine }) => engine, estimate, pace),
    cacheOnly,
    get pid() {
      return roads.pid;
    },
    async close() {
      stop();
      await roads.close();
    },
  };
}
