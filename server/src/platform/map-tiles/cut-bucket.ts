import GeoJSONVT from "geojson-vt";
import type { Feature as GeoJsonFeature } from "geojson";
import { zxyToTileId } from "pmtiles";
import { type Box, doIntersect } from "./clip.ts";
import { encodeTile, EXTENT, type Tile } from "./archive-writer.ts";
import type { PlacedFeature } from "./feature-spool.ts";
import { type CutFeature, mergeFeatures } from "./merge-features.ts";
import {
  type Attributes,
  type LayerName,
  type MappedFeature,
  MAX_ZOOM,
} from "./schema/tile-feature.ts";
import { type TileAddress, tileBox } from "./tile-grid.ts";

/** Layers in the order in which tiles list them. */
const LAYERS: readonly LayerName[] = [
  "earth",
  "landuse",
  "water",
  "buildings",
  "boundaries",
  "roads",
  "places",
  "pois",
];

/** How far beyond its edge a tile holds lines and areas, so that strokes are not cut there. */
const BUFFER = 64;
export const BUFFER_SHARE = BUFFER / EXTENT;
/** How far a line may stray from the original, in units of a tile, at all zooms but the last. */
const TOLERANCE = 4;

interface BucketTile extends Tile {
  readonly z: number;
}

interface Bucket {
  readonly tile: TileAddress;
  readonly lastZoom: number;
  /** The box of the archive, beyond which browsers request no tiles. */
  readonly box: Box;
}

/** Cuts the tiles from a bucket's zoom to `lastZoom`, zoom by zoom, each zoom in order of ids. */
export function* cutBucket(
  { tile, lastZoom, box }: Bucket,
  features: readonly PlacedFeature[],
): Generator<BucketTile> {
  const indexes = LAYERS.map((layer) => ({
    layer,
    index: indexOf(features, layer),
  }));
  for (let z = tile.z; z <= lastZoom; z++) {
    const attributes = attributesCache(features, z);
    for (const { id, x, y } of descendants(tile, z)) {
      if (
        !doIntersect(
          tileBox({
            z,
            x,
            y,
          }),
          box,
        )
      )
        continue;
      const layers = new Map<string, ReturnType<typeof toEncoded>[]>();
      for (const { layer, index } of indexes) {
        const cut = featuresAt(
          index,
          {
            z,
            x,
            y,
          },
          features,
          attributes,
        );
        if (cut.length > 0) layers.set(layer, mergeFeatures(cut).map(toEncoded));
      }
      if (layers.size > 0)
        yield {
          z,
          id,
          bytes: encodeTile(layers),
        };
    }
  }
}

function indexOf(features: readonly PlacedFeature[], layer: LayerName): GeoJSONVT | undefined {
  const ordered = features
    .map((feature, number) => ({ feature, number }))
    .filter(({ feature }) => feature.mapped.layer === layer)
    .toSorted((a, b) => (a.feature.mapped.order ?? 0) - (b.feature.mapped.order ?? 0));
  if (ordered.length === 0) return undefined;
  return new GeoJSONVT(
    {
      type: "FeatureCollection",
      features: ordered.map(({ feature, number }) => toGeoJson(feature, number)),
    },
    {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: 0,
      tolerance: TOLERANCE,
      extent: EXTENT,
      // Points outside of a tile would only be labelled twice.
      buffer: layer === "places" || layer === "pois" ? 0 : BUFFER,
    },
  );
}

function toGeoJson({ type, parts }: PlacedFeature, number: number): GeoJsonFeature {
  const [first = []] = parts.map((part) => [...part]);
  const properties = { number };
  if (type === "point")
    return {
      type: "Feature",
      properties,
      geometry: {
        type: "Point",
        coordinates: first[0] ?? [],
      },
    };
  if (type === "line")
    return {
      type: "Feature",
      properties,
      geometry: {
        type: "LineString",
        coordinates: first,
      },
    };
  const coordinates = parts.map((part) => [...part]);
  return {
    type: "Feature",
    properties,
    geometry: { type: "Polygon", coordinates },
  };
}

function featuresAt(
  index: GeoJSONVT | undefined,
  { z, x, y }: TileAddress,
  features: readonly PlacedFeature[],
  attributes: (mapped: MappedFeature) => Attributes,
): CutFeature[] {
  return (index?.getTile(z, x, y)?.features ?? []).flatMap(({ type, geometry, tags }) => {
    const mapped = features[Number(tags?.["number"])]?.mapped;
    return mapped && mapped.minZoom <= z
      ? [
          {
            type,
            geometry,
            attributes: attributes(mapped),
          },
        ]
      : [];
  });
}

/** Attributes without those that come at a later zoom. */
function attributesCache(
  features: readonly PlacedFeature[],
  zoom: number,
): (mapped: MappedFeature) => Attributes {
  const known = new Map<MappedFeature, Attributes>();
  for (const { mapped } of features) {
    const from = mapped.attributesFrom ?? {};
    const isLater = (key: string) => (from[key] ?? 0) > zoom;
    const shown = Object.entries(mapped.attributes).filter(([key]) => !isLater(key));
    known.set(mapped, Object.fromEntries(shown));
  }
  return (mapped) => known.get(mapped) ?? {};
}

function toEncoded({ type, attributes, geometry }: CutFeature) {
  return {
    type,
    tags: attributes,
    geometry,
  };
}

function descendants(
  { z, x, y }: TileAddress,
  zoom: number,
): {
  id: number;
  x: number;
  y: number;
}[] {
  const side = 2 ** (zoom - z);
  return Array.from({ length: side * side }, (_, i) => {
    const tileX = x * side + (i % side);
    const tileY = y * side + Math.floor(i / side);
    return {
      id: zxyToTileId(zoom, tileX, tileY),
      x: tileX,
      y: tileY,
    };
  }).toSorted((a, b) => a.id - b.id);
}
