import type { Position } from "geojson";
import { tileIdToZxy, zxyToTileId } from "pmtiles";
import { type Box, boxAround, clipLine, clipRing, isWithin } from "./clip.ts";
import { BUFFER_SHARE } from "./cut-bucket.ts";
import type { FeatureSpool, PlacedFeature } from "./feature-spool.ts";
import { MAX_ZOOM, MIN_ZOOM } from "./schema/tile-feature.ts";
import { type TileAddress, tileBox, tilesAt } from "./tile-grid.ts";

/** Tiles of some zooms are cut together, from the features of one tile of the first of them. */
export interface ZoomBand {
  readonly first: number;
  readonly last: number;
  /** Points closer together than this, in degrees, look the same in these zooms. */
  readonly thinTo: number;
}

/** Few features appear at low zooms, so tiles that hold many of the details there still fit into memory. */
const BANDS: readonly ZoomBand[] = [
  { first: MIN_ZOOM, last: 10, thinTo: 1e-4 },
  { first: 11, last: MAX_ZOOM, thinTo: 0 },
];

/** The band and the tile of a bucket. */
export function bucketTile(bucketId: number): {
  readonly band: ZoomBand;
  readonly tile: TileAddress;
} {
  const [z, x, y] = tileIdToZxy(bucketId);
  const band = BANDS.find(({ first }) => first === z);
  if (!band) throw new Error(`No band of zooms starts at ${z}`);
  return {
    band,
    tile: {
      z,
      x,
      y,
    },
  };
}

/** Adds a feature to the buckets of all tiles that it touches, cut to each of them. */
export function addToSpool(spool: FeatureSpool, feature: PlacedFeature): void {
  for (const band of BANDS) {
    if (feature.mapped.minZoom > band.last) continue;
    const thinned = band.thinTo === 0 ? feature : thin(feature, band.thinTo);
    if (!thinned) continue;
    const box = boxAround(thinned.parts[0] ?? []);
    const tiles = tilesAt(band.first, box, BUFFER_SHARE);
    for (const tile of tiles) {
      const bucketId = zxyToTileId(tile.z, tile.x, tile.y);
      const limits = tileBox(tile, BUFFER_SHARE);
      const pieces =
        tiles.length === 1 || isWithin(box, limits) ? [thinned] : clip(thinned, limits);
      for (const piece of pieces) spool.add(bucketId, piece);
    }
  }
}

function clip({ mapped, type, parts }: PlacedFeature, box: Box): PlacedFeature[] {
  if (type === "point") return [{ mapped, type, parts }];
  if (type === "line")
    return clipLine(parts[0] ?? [], box).map((line): PlacedFeature => ({
      mapped,
      type,
      parts: [line],
    }));
  const [outline, ...holes] = parts.map((ring) => clipRing(ring, box));
  return outline
    ? [
        {
          mapped,
          type,
          parts: [outline, ...holes.filter((hole) => hole !== undefined)],
        },
      ]
    : [];
}

/** Leaves out points near the one before; undefined if nothing of an area remains. */
function thin({ mapped, type, parts }: PlacedFeature, degrees: number): PlacedFeature | undefined {
  if (type === "point")
    return {
      mapped,
      type,
      parts,
    };
  const thinned = parts.map((part) => thinPath(part, degrees));
  if (type === "line")
    return {
      mapped,
      type,
      parts: thinned,
    };
  const [outline = [], ...holes] = thinned;
  return outline.length < 4
    ? undefined
    : {
        mapped,
        type,
        parts: [outline, ...holes.filter((hole) => hole.length >= 4)],
      };
}

function thinPath(path: readonly Position[], degrees: number): Position[] {
  let kept: Position | undefined;
  return path.filter((point, i) => {
    const isNear =
      kept !== undefined &&
      Math.abs((kept[0] ?? 0) - (point[0] ?? 0)) < degrees &&
      Math.abs((kept[1] ?? 0) - (point[1] ?? 0)) < degrees;
    if (isNear && i < path.length - 1) return false;
    kept = point;
    return true;
  });
}
