import { existsSync, readFileSync } from "node:fs";
import type { LatLng } from "@commonlane/contract/shapes";
import { z } from "zod";
import type { Region } from "#platform/regions/region.ts";
import type { Log } from "../../log.ts";
import type { RoutingEngine } from "../routing-engine.ts";
import { createValhallaService } from "../valhalla.ts";
import { withCache } from "../with-cache.ts";
import { withFallback } from "../with-fallback.ts";
import { createRegionClient } from "./region-client.ts";
import type { RoadProcessSupervisor } from "./road-process-supervisor.ts";
import { engineConfig } from "./valhalla-config.ts";

export const ROADS_FOLDER = "roads";
export const TILES_FILE = "roads/tiles.tar";
export const GATEWAYS_FILE = "roads/gateways.json";

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
  const config = JSON.stringify(engineConfig(tiles));
  const client = createRegionClient(roads, { key, config }, timeoutMs === undefined ? {} : { timeoutMs });
  return {
    key,
    covers: (point) => region.covers(point),
    gateways: Gateways.parse(JSON.parse(readFileSync(gatewaysFile, "utf8"))),
    engine: withCache(withFallback(createValhallaService(client), fallback, log), fallback),
  };
}

export const regionKey = ({ id, version }: Region): string => `${id} ${version}`;
