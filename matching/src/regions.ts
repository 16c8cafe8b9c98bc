import { CubeGrid } from "./cube-grid.ts";
import type { Vec } from "./sphere.ts";

/** A ride keeps 128 bits, and each region of 39 km has one of them. */
export const REGION_WORDS = 4;
const PER_SIDE = 256;
const GRID = new CubeGrid(PER_SIDE);

/** Marks the regions that a part of a grid with so many parts per side lies in, or that lie in it. */
export const markRegions = (regions: Uint32Array, perSide: number, part: number): void => {
  const line = (part / perSide) | 0;
  const face = (line / perSide) | 0;
  const row = line - face * perSide;
  const column = part - line * perSide;
  if (perSide >= PER_SIDE) {
    const ratio = perSide / PER_SIDE;
    mark(regions, (face * PER_SIDE + ((row / ratio) | 0)) * PER_SIDE + ((column / ratio) | 0));
    return;
  }
  const ratio = PER_SIDE / perSide;
  if (ratio * ratio >= 32 * REGION_WORDS) {
    regions.fill(0xffff_ffff);
    return;
  }
  for (let r = row * ratio; r < (row + 1) * ratio; r++) {
    for (let c = column * ratio; c < (column + 1) * ratio; c++) mark(regions, (face * PER_SIDE + r) * PER_SIDE + c);
  }
};

/** The bits of the regions that touch the cap around a place: a ride without any of them has nothing there. */
export const regionsAround = (place: Vec, capRad: number): Uint32Array => {
  const regions = new Uint32Array(REGION_WORDS);
  GRID.findInCap(place, capRad);
  for (const region of GRID.found.subarray(0, GRID.count)) mark(regions, region);
  return regions;
};

/** Spread by a multiplication, so that neighbours have different bits. */
const mark = (regions: Uint32Array, region: number): void => {
  const bit = Math.imul(region, 0x9e3779b1) >>> 25;
  regions[bit >> 5]! |= 1 << (bit & 31);
};
