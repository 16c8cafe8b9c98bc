import type { RegionMap } from "@commonlane/contract/community";
import type { MultiPolygon } from "geojson";
import type { StyleSpecification } from "maplibre-gl";
import { PMTiles } from "pmtiles";
import { log } from "#shared/log.ts";
import type { streetLayers } from "./street-layers.ts";

/** A region's street map that can be drawn. */
export interface OpenRegionMap {
  readonly source: string;
  readonly url: string;
  readonly map: RegionMap;
  /** Where labels of the world map give way to its own; undefined if the file does not say. */
  readonly coverage: MultiPolygon | undefined;
}

/** The regions' maps and what draws them, which is loaded only where there are regions. */
export interface RegionStreets {
  readonly maps: readonly OpenRegionMap[];
  readonly draw: typeof streetLayers;
}

/** From this zoom on, regions show their own places. */
export const REGION_LABELS_ZOOM = 9;

/** Opens the regions' maps; undefined if there are none to draw. Never rejects. */
export async function openRegionStreets(
  maps: readonly RegionMap[],
): Promise<RegionStreets | undefined> {
  if (maps.length === 0) return undefined;
  try {
    const [opened, { streetLayers }] = await Promise.all([
      openRegionMaps(maps),
      import("./street-layers.ts"),
    ]);
    return opened.length > 0
      ? {
          maps: opened,
          draw: streetLayers,
        }
      : undefined;
  } catch (error) {
    log.error("The layers of street maps could not be loaded; showing the world map.", { error });
    return undefined;
  }
}

/**
 * Reads the heads of the regions' maps. Those that cannot be read are left out: a page that was open during an update
 * has the address of a file that is gone, and shows the world map there.
 */
async function openRegionMaps(maps: readonly RegionMap[]): Promise<readonly OpenRegionMap[]> {
  const opened = await Promise.all(
    maps.map(async (map, index): Promise<OpenRegionMap | undefined> => {
      const url = location.origin + map.url;
      try {
        const metadata = await new PMTiles(url).getMetadata();
        return {
          source: `region-${index}`,
          url,
          map,
          coverage: coverageOf(metadata),
        };
      } catch (error) {
        log.error("The street map of a region could not be loaded; showing the world map there.", {
          error,
        });
        return undefined;
      }
    }),
  );
  return opened.filter((map) => map !== undefined);
}

function coverageOf(metadata: unknown): MultiPolygon | undefined {
  const shape = isRecord(metadata) ? metadata["coverage"] : undefined;
  if (!isRecord(shape) || shape["type"] !== "MultiPolygon" || !Array.isArray(shape["coordinates"]))
    return undefined;
  return {
    type: "MultiPolygon",
    coordinates: shape["coordinates"],
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Sources of the regions' tiles. */
export function regionSources(maps: readonly OpenRegionMap[]): StyleSpecification["sources"] {
  return Object.fromEntries(
    maps.map(({ source, url, map }) => [
      source,
      {
        type: "vector",
        url: `pmtiles://${url}`,
        minzoom: map.minZoom,
        maxzoom: map.maxZoom,
      },
    ]),
  );
}
