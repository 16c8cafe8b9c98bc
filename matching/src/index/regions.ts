import { CubeGrid } from "../geometry/cube-grid.ts";
import type { Vec } from "../geometry/sphere.ts";

/** A ride has 128 region bits; each region of 39 km maps to one of them. */
export const REGION_WORDS = 4;
const PER_SIDE = 256;
const GRID = new CubeGrid(PER_SIDE);

/** Parts of a cell by quarter. A cell has 4 x 4 parts, one bit each. */
const QUARTERS = [0x0033, 0x00cc, 0x3300, 0xcc00];

/** Marks the regions of some parts of a cell in a grid with `perSide` cells per side. */
export const markRegions = (
  regions: Uint32Array,
  perSide: number,
  cell: number,
  parts: number,
): void => {
  const line = (cell / perSide) | 0;
  const face = (line / perSide) | 0;
  const ratio = PER_SIDE / perSide;
  const firstRow = face * PER_SIDE + (line - face * perSide) * ratio;
  const firstColumn = (cell - line * perSide) * ratio;
  if (ratio === 2) {
    for (let quarter = 0; quarter < 4; quarter++) {
      if ((parts & QUARTERS[quarter]!) === 0) continue;
      markRegion(regions, (firstRow + (quarter >> 1)) * PER_SIDE + firstColumn + (quarter & 1));
    }
  } else if (ratio * ratio < 32 * REGION_WORDS) {
    for (let row = firstRow; row < firstRow + ratio; row++) {
      for (let column = firstColumn; column < firstColumn + ratio; column++)
        markRegion(regions, row * PER_SIDE + column);
    }
  } else regions.fill(0xffff_ffff);
};

/**
 * Writes the bits of the regions that touch the cap around a place. A ride with none of these bits does not go there.
 */
export const findRegionsAround = (place: Vec, capRad: number, regions: Uint32Array): void => {
  regions.fill(0);
  GRID.findInCap(place, capRad);
  for (let n = 0; n < GRID.count; n++) markRegion(regions, GRID.found[n]!);
};

/** Spread by a multiplication, so that neighbouring regions have different bits. */
const markRegion = (regions: Uint32Array, region: number): void => {
  const bit = Math.imul(region, 0x9e3779b1) >>> 25;
  regions[bit >> 5]! |= 1 << (bit & 31);
};
