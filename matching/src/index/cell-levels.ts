import { CubeGrid, PATCH } from "../geometry/cube-grid.ts";
import type { DetourEllipse } from "../geometry/detour-ellipse.ts";
import { laterBit } from "./entry-blocks.ts";
import type { Vec } from "../geometry/sphere.ts";

/** Cells per side of a face at each level: from 78 km wide to a sixth of the Earth. */
export const LEVELS: readonly number[] = [128, 32, 8, 1];
export const LEVEL_COUNT: number = LEVELS.length;
/** Each cell is cut into 4 x 4 parts, in rows of four; each part is one bit of an entry. */
const PARTS = 4;
/** A leg uses the finest level at which it needs at most this many parts. */
const PARTS_MAX = 300;
const PARTS_CHECKED_MAX = 2_000;
let cellsBefore = 0;
/** First cell number of each level. */
export const FIRST_IDS: readonly number[] = LEVELS.map(
  (perSide) => (cellsBefore += 6 * perSide ** 2) - 6 * perSide ** 2,
);
/** Level of a cell number. */
export const levelOf = (cellId: number): number => {
  let level = 0;
  while (level + 1 < LEVELS.length && cellId >= FIRST_IDS[level + 1]!) level++;
  return level;
};

/** Grids of the parts, shared by all instances. */
export const GRIDS: readonly CubeGrid[] = LEVELS.map((perSide) => new CubeGrid(PARTS * perSide));

/** Cells with some of their parts. The columns are overwritten by the next lookup. */
export class CoveredCells {
  count = 0;
  ids = new Uint32Array(64);
  /** One bit per covered part. */
  parts = new Uint32Array(64);
  /** Face, row and column of each cell within its level. */
  faces = new Uint8Array(64);
  rows = new Uint8Array(64);
  columns = new Uint8Array(64);

  /** Finds the cells of a level that touch the cap around a place, and perhaps a few of their neighbours. O(cells). */
  findInCap(level: number, place: Vec, capRad: number): void {
    const grid = GRIDS[level]!;
    const { patches } = grid;
    grid.findPatches(place, capRad);
    this.count = 0;
    for (let at = 0; at < grid.patchCount * PATCH; at += PATCH) {
      this.#take(
        level,
        patches[at]!,
        patches[at + 1]!,
        patches[at + 2]!,
        patches[at + 3]!,
        patches[at + 4]!,
      );
    }
  }

  /** Removes the parts that the ellipse cannot intersect. Some cells may end up with no parts. */
  keepIntersecting(level: number, ellipse: DetourEllipse): void {
    const grid = GRIDS[level]!;
    for (let n = 0; n < this.count; n++) {
      let keptParts = 0;
      for (let remaining = this.parts[n]!; remaining !== 0; remaining &= remaining - 1) {
        this.findCentre(n, remaining, grid);
        if (ellipse.mayIntersect(grid.centreX, grid.centreY, grid.centreZ, grid.radiusRad))
          keptParts |= remaining & -remaining;
      }
      this.parts[n] = keptParts;
    }
  }

  /** Makes the grid compute the centre of the part with the lowest of these bits. */
  findCentre(n: number, parts: number, grid: CubeGrid): void {
    const part = 31 - Math.clz32(parts & -parts);
    grid.findCentre(
      this.faces[n]!,
      PARTS * this.rows[n]! + (part >> 2),
      PARTS * this.columns[n]! + (part & 3),
    );
  }

  #take(
    level: number,
    face: number,
    firstRow: number,
    lastRow: number,
    firstColumn: number,
    lastColumn: number,
  ): void {
    const perSide = LEVELS[level]!;
    for (let row = firstRow >> 2; row <= lastRow >> 2; row++) {
      const rowParts = rowsOf(Math.max(0, firstRow - 4 * row), Math.min(3, lastRow - 4 * row));
      const start = FIRST_IDS[level]! + (face * perSide + row) * perSide;
      for (let column = firstColumn >> 2; column <= lastColumn >> 2; column++) {
        const n = this.#next();
        this.ids[n] = start + column;
        this.parts[n] =
          rowParts &
          columnsOf(Math.max(0, firstColumn - 4 * column), Math.min(3, lastColumn - 4 * column));
        this.faces[n] = face;
        this.rows[n] = row;
        this.columns[n] = column;
      }
    }
  }

  #next(): number {
    if (this.count === this.ids.length) {
      for (const column of WORDS)
        this[column] = copyInto(this[column], new Uint32Array(2 * this.count));
      for (const column of BYTES)
        this[column] = copyInto(this[column], new Uint8Array(2 * this.count));
    }
    return this.count++;
  }
}

const WORDS = ["ids", "parts"] as const;
const BYTES = ["faces", "rows", "columns"] as const;

const copyInto = <Column extends Uint32Array | Uint8Array>(old: Column, grown: Column): Column => {
  grown.set(old);
  return grown;
};

/** Bits of the parts in these rows, or in these columns (0 to 3). */
function rowsOf(first: number, last: number): number {
  return (1 << (4 * last + 4)) - (1 << (4 * first));
}

const columnsOf = (first: number, last: number): number =>
  ((1 << (last + 1)) - (1 << first)) * 0x1111;

const COVERED = new CoveredCells();

/** Appends pairs of a cell of a level and its parts that touch the cap around a place. */
export const findCellsAround = (
  place: Vec,
  capRad: number,
  level: number,
  pairs: number[],
): void => {
  COVERED.findInCap(level, place, capRad);
  for (let n = 0; n < COVERED.count; n++) pairs.push(COVERED.ids[n]!, COVERED.parts[n]!);
};

/** Bits of the finest cells that touch the cap around a place. A ride that goes there has at least one of them. */
export const laterBitsAround = (place: Vec, capRad: number): number => {
  COVERED.findInCap(0, place, capRad);
  let later = 0;
  for (let n = 0; n < COVERED.count; n++) later |= laterBit(COVERED.ids[n]!);
  return later;
};

/** The finest level at which the ellipse of a leg does not need too many parts. */
export const chooseLevel = ({ coversSphere, longRad, shortRad }: DetourEllipse): number => {
  if (coversSphere) return LEVELS.length - 1;
  for (let level = 0; level + 1 < LEVELS.length; level++) {
    const side = Math.PI / 2 / GRIDS[level]!.perSide;
    const long = 2 + (2 * longRad) / side;
    if (long * (2 + (2 * shortRad) / side) <= PARTS_MAX && long * long <= PARTS_CHECKED_MAX)
      return level;
  }
  return LEVELS.length - 1;
};
