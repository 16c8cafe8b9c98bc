import { gzipSync } from "node:zlib";
import { type Feature, fromVectorTileJs, GeoJSONWrapper } from "@maplibre/vt-pbf";

/** Units across a tile. */
export const EXTENT = 4096;

/** One gzipped vector tile under its PMTiles id. */
export interface Tile {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** A gzipped vector tile of the given layers; the same features give the same bytes. */
export function encodeTile(layers: ReadonlyMap<string, Feature[]>): Uint8Array {
  const encoded = [...layers].map(([name, features]) => {
    const layer = new GeoJSONWrapper(features, {
      version: 2,
      extent: EXTENT,
    });
    return [
      name,
      Object.assign(layer, {
        name,
        version: 2,
        extent: EXTENT,
      }),
    ] as const;
  });
  return gzipSync(fromVectorTileJs({ layers: Object.fromEntries(encoded) }), { level: 9 });
}
