import { readFileSync } from "node:fs";
import { classifyRings, VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { PMTiles, type Source } from "pmtiles";
import { tilesAt, toWorld } from "#platform/map-tiles/tile-grid.ts";

/** A feature of a tile. */
export interface ReadFeature {
  readonly layer: string;
  readonly type: "point" | "line" | "polygon" | "unknown";
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: ReturnType<VectorTileFeature["loadGeometry"]>;
}

/** Opens an archive with the package that browsers use. */
export function openArchive(file: string): PMTiles {
  const bytes = readFileSync(file);
  const source: Source = {
    getKey: () => file,
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  };
  return new PMTiles(source);
}

/** Features of a tile, undefined if the archive lacks it. */
export async function readTile(
  archive: PMTiles,
  [z, x, y]: readonly [z: number, x: number, y: number],
): Promise<ReadFeature[] | undefined> {
  const tile = await archive.getZxy(z, x, y);
  if (!tile) return undefined;
  const { layers } = new VectorTile(new PbfReader(tile.data));
  return Object.entries(layers).flatMap(([name, layer]) =>
    Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i);
      const type = (["unknown", "point", "line", "polygon"] as const)[feature.type] ?? "unknown";
      return {
        layer: name,
        type,
        properties: feature.properties,
        geometry: feature.loadGeometry(),
      };
    }),
  );
}

/** The tile of a zoom at a point. */
export function tileAt(z: number, lng: number, lat: number): [z: number, x: number, y: number] {
  const [x, y] = toWorld([lng, lat]);
  return [z, Math.floor(x * 2 ** z), Math.floor(y * 2 ** z)];
}

/** All tiles of the archive around its box, as features by tile. */
export async function readAllTiles(archive: PMTiles): Promise<Map<string, ReadFeature[]>> {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const tiles = new Map<string, ReadFeature[]>();
  for (let z = minZoom; z <= maxZoom; z++)
    for (const { x, y } of tilesAt(z, [minLon - 0.1, minLat - 0.1, maxLon + 0.1, maxLat + 0.1])) {
      const features = await readTile(archive, [z, x, y]);
      if (features) tiles.set(`${z}/${x}/${y}`, features);
    }
  return tiles;
}

/** Polygons of a feature's rings, as MapLibre groups them. */
export const polygonsOf = ({ geometry }: ReadFeature) => classifyRings(geometry);
