import { existsSync, readFileSync } from "node:fs";
import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Region } from "#platform/regions/region.ts";
import type { Log } from "../../log.ts";
import type { RoutingEngine, Road, RoadService, RoadTable } from "../routing-engine.ts";
import { createValhallaService } from "../valhalla.ts";
import { type TableLimits, withCache } from "../with-cache.ts";
import { withFallback } from "../with-fallback.ts";
import { createRegionClient } from "./region-client.ts";
import type { RoadProcessSupervisor } from "./road-process-supervisor.ts";
import { engineConfig } from "./valhalla-config.ts";

export const ROADS_FOLDER = "roads";
export const TILES_FILE = "roads/tiles.tar";
export const GATEWAYS_FILE = "roads/gateways.json";
/** In the figures of the build: 0 if the tiles have no hierarchy of roads. Older builds have one. */
export const HIERARCHY_FIGURE = "hierarchy";

const Gateways = z.array(z.object({ lat: z.number(), lng: z.number() }));

/** The roads of one build of a region. */
export interface RegionRoads {
  /** Differs between builds. */
  readonly key: string;
  readonly covers: (point: LatLng) => boolean;
  /** Points where larger roads leave the region. */
  readonly gateways: readonly LatLng[];
  /** Knows roads only inside of the region. */
  readonly engine: RoutingEngine;
}

/** The roads of a region; undefined if it was built without. */
export function openRegionRoads(
  region: Region,
  roads: RoadProcessSupervisor,
  fallback: RoutingEngine,
  log: Log,
  timeoutMs?: number,
): RegionRoads | undefined {
  const tiles = region.path(TILES_FILE);
  const gatewaysFile = region.path(GATEWAYS_FILE);
  if (!existsSync(tiles) || !existsSync(gatewaysFile)) return undefined;
  const key = regionKey(region);
  const { edges, [HIERARCHY_FIGURE]: figure } = region.steps["roads"] ?? {};
  const hierarchy = figure !== 0;
  const config = JSON.stringify(engineConfig(tiles, { hierarchy }));
  const client = createRegionClient(
    roads,
    { key, config },
    timeoutMs === undefined ? {} : { timeoutMs },
  );
  return {
    key,
    covers: (point) => region.covers(point),
    gateways: Gateways.parse(JSON.parse(readFileSync(gatewaysFile, "utf8"))),
    engine: withCache(
      withFallback(withUsualTimes(createValhallaService(client)), fallback, log),
      fallback,
      hierarchy ? undefined : limitTables(Number(edges)),
    ),
  };
}

/** Time of one search over all roads, and of a whole query, which is far below its time limit. */
const SEARCH_MS_PER_EDGE = 0.0004;
const QUERY_MS = 500;
/** Each place takes about 0.1 ms besides. Valhalla's limit is 1,000. */
const MAX_LONGER_SIDE = 900;

/** A table needs one search for each place of its shorter side. */
const limitTables = (edges: number): TableLimits => ({
  shorter: Math.min(50, Math.max(1, Math.floor(QUERY_MS / (SEARCH_MS_PER_EDGE * edges)))),
  longer: MAX_LONGER_SIDE,
});

export const regionKey = ({ id, version }: Region): string => `${id} ${version}`;

/**
 * Valhalla drives as on empty roads: 3.6 minutes from Vaduz to Schaan, where people say 7. Its times of
 * 24 usual trips in Liechtenstein and Andorra, at 45 to 70 km/h, are 34 % too short on average, 11 % off with these
 * figures. On motorways (110 km/h) they add 9 %. Being linear, they lengthen a detour like the way itself.
 */
const TIME_FACTOR = 1.85;
const LESS_S_PER_M = 0.025;

/** The time that people need by car, from the one on free roads. */
const usualDriveS = ({ distanceM, durationS }: Road): number =>
  Math.max(durationS, TIME_FACTOR * durationS - LESS_S_PER_M * distanceM);

const correct = <T extends Road>(road: T): T => ({ ...road, durationS: usualDriveS(road) });
const correctTable = (table: RoadTable): RoadTable =>
  table.map((row) => row.map((road) => road && correct(road)));

/** The same service with the usual times by car instead of those on free roads. */
function withUsualTimes(service: RoadService): RoadService {
  return {
    ...service,
    route: async (points) => {
      const route = await service.route(points);
      return { ...route, legs: route.legs.map(correct) };
    },
    table: async (sources, targets) => correctTable(await service.table(sources, targets)),
  };
}
