import type { Position } from "geojson";
import type { Box } from "./clip.ts";

/** Address of a tile. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Position in the square world of Web Mercator, from 0 to 1, with y to the south. */
export function toWorld([lng = 0, lat = 0]: Position): readonly [x: number, y: number] {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** The box of a tile in degrees, larger by a share of its width on each side. */
export function tileBox({ z, x, y }: TileAddress, marginShare = 0): Box {
  const tiles = 2 ** z;
  return [
    ((x - marginShare) / tiles) * 360 - 180,
    latitudeAt((y + 1 + marginShare) / tiles),
    ((x + 1 + marginShare) / tiles) * 360 - 180,
    latitudeAt((y - marginShare) / tiles),
  ];
}

function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** Tiles of a zoom that a box touches, with the same margin around each tile. */
export function tilesAt(
  z: number,
  [west, south, east, north]: Box,
  marginShare = 0,
): TileAddress[] {
  const tiles = 2 ** z;
  const [left, top] = toWorld([west, north]);
  const [right, bottom] = toWorld([east, south]);
  const toIndex = (value: number) => Math.min(tiles - 1, Math.max(0, Math.floor(value)));
  const addresses: TileAddress[] = [];
  for (let x = toIndex(left * tiles - marginShare); x <= toIndex(right * tiles + marginShare); x++)
    for (
      let y = toIndex(top * tiles - marginShare);
      y <= toIndex(bottom * tiles + marginShare);
      y++
    )
      addresses.push({
        z,
        x,
        y,
      });
  return addresses;
}

/** Pixels that one length unit of the world has at a zoom, in tiles of 512 pixels. */
export const worldPixels = (zoom: number): number => 512 * 2 ** zoom;
