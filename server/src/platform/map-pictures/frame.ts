import type { LatLng } from "@commonlane/contract/shapes";
import type { Position } from "geojson";
import { type Box, boxAround } from "../map-tiles/clip.ts";
import { type TileAddress, toWorld } from "../map-tiles/tile-grid.ts";

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The part of the world that a picture shows. Zooms are those of tiles of 256 units. */
export interface MapFrame extends PictureSize {
  readonly zoom: number;
  /** West, south, east, north, in degrees. */
  readonly box: Box;
  readonly toPixels: (place: LatLng) => Position;
  /** Where a tile's corner is in the picture, and how large the tile is there. */
  readonly placeTile: (tile: TileAddress) => Box;
}

const TILE_SIZE = 256;
const MIN_ZOOM = 1;
/** A single place is shown with the roads around it. */
const MAX_ZOOM = 13;

/** The largest scale at which the places fit into the picture. Undefined without places, and across the 180th meridian. */
export function frameAround(
  places: readonly LatLng[],
  size: PictureSize,
  paddingPx: number,
): MapFrame | undefined {
  const [west, north, east, south] = boxAround(
    places.map(({ lng, lat }) => [...toWorld([lng, lat])]),
  );
  if (!Number.isFinite(west) || east - west > 0.5) return undefined;
  const scale = Math.min(
    (size.width - 2 * paddingPx) / (east - west),
    (size.height - 2 * paddingPx) / (south - north),
    TILE_SIZE * 2 ** MAX_ZOOM,
  );
  const zoom = Math.max(MIN_ZOOM, Math.log2(scale / TILE_SIZE));
  return createFrame([(west + east) / 2, (north + south) / 2], zoom, size);
}

function createFrame(
  [middleX = 0, middleY = 0]: Position,
  zoom: number,
  { width, height }: PictureSize,
): MapFrame {
  const scale = TILE_SIZE * 2 ** zoom;
  const left = middleX * scale - width / 2;
  const top = middleY * scale - height / 2;
  const lngAt = (x: number) => ((left + x) / scale - 0.5) * 360;
  const latAt = (y: number) =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * (top + y)) / scale))) * 180) / Math.PI;

  return {
    width,
    height,
    zoom,
    box: [lngAt(0), latAt(height), lngAt(width), latAt(0)],
    toPixels({ lat, lng }) {
      const [x, y] = toWorld([lng, lat]);
      return [x * scale - left, y * scale - top];
    },
    placeTile({ z, x, y }) {
      const tile = scale / 2 ** z;
      return [x * tile - left, y * tile - top, (x + 1) * tile - left, (y + 1) * tile - top];
    },
  };
}
