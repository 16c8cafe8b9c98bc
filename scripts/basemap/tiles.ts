import type { Feature as TileFeature } from "@maplibre/vt-pbf";
import GeoJSONVT from "geojson-vt";
import { zxyToTileId } from "pmtiles";
import {
  encodeTile,
  EXTENT,
  type Tile,
} from "../../server/src/platform/map-tiles/archive-writer.ts";
import type { Features } from "./geometry.ts";

/** Features that go into one layer of every tile from the first to the last of `zooms`. */
export interface Source {
  layer: "sea" | "land" | "water" | "river" | "boundary" | "place" | "state" | "country";
  data: Features;
  zooms: readonly [first: number, last: number];
  /** How far a line may stray, in units of a tile (4096 across). */
  tolerance?: number;
  /** How far beyond its edge a tile still knows features, in the same units; labels need more than lines. */
  buffer?: number;
}

/** Every tile that holds something, ordered by id. */
export function* cutTiles(sources: readonly Source[], lastZoom: number): Generator<Tile> {
  const cutters = sources.map((source) => ({ source, index: indexOf(source, lastZoom) }));
  for (let zoom = 0; zoom <= lastZoom; zoom++) {
    const drawn = cutters.filter(
      ({ source }) => source.zooms[0] <= zoom && zoom <= source.zooms[1],
    );
    for (const { id, x, y } of addresses(zoom)) {
      const layers = new Map<string, TileFeature[]>();
      for (const { source, index } of drawn) {
        const features = featuresAt(index, zoom, x, y);
        if (features.length > 0)
          layers.set(source.layer, [...(layers.get(source.layer) ?? []), ...features]);
      }
      if (layers.size === 0) continue;
      yield { id, bytes: encodeTile(layers) };
    }
  }
}

function indexOf(source: Source, maxZoom: number): GeoJSONVT {
  const { tolerance = 3, buffer = 64 } = source;
  return new GeoJSONVT(source.data, {
    maxZoom,
    indexMaxZoom: 5,
    indexMaxPoints: 20_000,
    tolerance,
    extent: EXTENT,
    buffer,
  });
}

function featuresAt(index: GeoJSONVT, zoom: number, x: number, y: number): TileFeature[] {
  return (index.getTile(zoom, x, y)?.features ?? []).flatMap((feature) => {
    const { minzoom = 0, ...tags } = feature.tags ?? {};
    return Number(minzoom) <= zoom ? [{ ...feature, tags }] : [];
  });
}

function addresses(zoom: number): { id: number; x: number; y: number }[] {
  const side = 2 ** zoom;
  const all = Array.from({ length: side * side }, (_, i) => {
    const x = i % side;
    const y = Math.floor(i / side);
    return { id: zxyToTileId(zoom, x, y), x, y };
  });
  return all.toSorted((a, b) => a.id - b.id);
}
