import { commandLine } from "../command-line.ts";
import type { Log } from "../log.ts";
import type { Region } from "../regions/region.ts";
import type { Regions } from "../regions/regions.ts";
import type { Settings } from "../settings.ts";
import { openRegionNetwork, type RegionNetwork, regionKey } from "./network/region-network.ts";
import { RegionalRoads } from "./network/regional-roads.ts";
import type { RoutingEngine } from "./routing-engine.ts";

export interface OpenedRoutingEngine {
  readonly routing: RoutingEngine;
  readonly close: () => void;
}

/** Opens the roads of all built regions, which may come and go while the server runs. */
export function openRoutingEngine(
  settings: Settings,
  log: Log,
  regions: Regions,
): OpenedRoutingEngine {
  let open: RegionNetwork[] = [];
  const refresh = (): void => {
    open = regions.list().flatMap((region) => {
      const known = open.find(({ key }) => key === regionKey(region));
      return known ?? tryOpen(region, log) ?? [];
    });
  };
  refresh();
  const close = regions.onChange(refresh);
  return {
    routing: new RegionalRoads(() => open, settings),
    close,
  };
}

function tryOpen(region: Region, log: Log): RegionNetwork | undefined {
  try {
    return openRegionNetwork(region, log);
  } catch (error) {
    log.error(
      {
        err: error,
        region: region.id,
      },
      `the roads of this region cannot be used; build them again: ${commandLine("region", "update")}`,
    );
    return undefined;
  }
}
