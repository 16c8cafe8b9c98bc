import { extraRadOf, nearMissStretch } from "./combination.ts";
import type { Stretch } from "./combination.ts";
import { CubeGrid } from "./cube-grid.ts";
import { DetourEllipse } from "./detour-ellipse.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchSettings } from "./model.ts";
import { REGION_WORDS, markRegions } from "./regions.ts";
import { angleBetween } from "./sphere.ts";
import type { Vec } from "./sphere.ts";
import type { Way } from "./way.ts";

/** Cells per side of a face at each level: from 78 km wide to a sixth of the Earth. */
const LEVELS: readonly number[] = [128, 32, 8, 1];
/** Each cell is cut into 4 x 4 parts, one bit of an entry each. */
const PARTS = 4;
/** A leg takes the finest level at which it needs at most so many parts, and so many are looked at. */
const MOST_PARTS = 300;
const MOST_LOOKED_AT = 2_000;
/** A leg no longer than its part is wide is passed at once: telling its ends apart would change next to nothing. */
const SHORT_LEG = 2;
/** How far back a leg looks for a cell that the leg before was in. */
const MOST_LOOKED_BACK = 128;
// Rounding may put a place a hair outside: 1e-7 rad is 0.6 m.
const PAD_RAD = 1e-7;
/** The grids of the parts, the same for all. */
const GRIDS = LEVELS.map((perSide) => new CubeGrid(PARTS * perSide));
let cellsBefore = 0;
/** The number of the first cell of each level. */
const FIRST_IDS = LEVELS.map((perSide) => (cellsBefore += 6 * perSide ** 2) - 6 * perSide ** 2);

/** One cell that a ride passes: in which of its parts, and when a pickup there may be, in seconds after departure. */
export interface CellVisit {
  cellId: number;
  level: number;
  parts: number;
  fromS: number;
  toS: number;
  lastLeg: number;
}

/**
 * The cells in which a place can lie that somebody could be fetched from or walk from, under the limits of a near miss,
 * which are the widest. A ride that comes back to a cell has it twice; neighbouring legs share theirs.
 */
export class CorridorCells {
  readonly visits: CellVisit[] = [];
  /** How many of the visits belong to the ride that was looked at last. */
  count = 0;
  /** The regions of that ride. */
  readonly regions: Uint32Array = new Uint32Array(REGION_WORDS);
  readonly #settings: MatchSettings;
  readonly #stretch: Stretch;
  readonly #driveSPerRad: number;
  readonly #ellipse = new DetourEllipse();
  readonly #middle = { x: 0, y: 0, z: 0 };

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    this.#stretch = nearMissStretch(settings);
    this.#driveSPerRad = (settings.roadFactor * EARTH_RADIUS_M) / settings.driveMps;
  }

  /** Works out the visits of a ride. O(legs x parts that a leg touches). */
  visit(way: Way): void {
    this.count = 0;
    this.regions.fill(0);
    const extraRad = Math.max(0, extraRadOf(way, this.#settings, this.#stretch));
    for (let leg = 0; leg < way.legs; leg++) {
      if (!this.#visitShortLeg(way, leg, extraRad)) this.#visitLeg(way, leg, extraRad);
    }
  }

  #visitLeg(way: Way, leg: number, extraRad: number): void {
    const ellipse = this.#ellipse;
    ellipse.take(way, leg, extraRad);
    const level = ellipse.everywhere ? LEVELS.length - 1 : levelFor(ellipse);
    const grid = GRIDS[level]!;
    grid.findInCap(ellipse.middle, ellipse.everywhere ? Math.PI : ellipse.longRad);
    for (let n = 0; n < grid.count; n++) {
      const part = grid.found[n]!;
      grid.findCentre(part);
      if (!ellipse.everywhere && !ellipse.mayMeet(grid.centreX, grid.centreY, grid.centreZ, grid.radiusRad)) continue;
      this.#enter(level, part, way, leg, extraRad);
    }
  }

  /** A short leg's ellipse is nearly a circle, and takes the parts of the circle around it. */
  #visitShortLeg(way: Way, leg: number, extraRad: number): boolean {
    const grid = GRIDS[0]!;
    const lengthRad = way.legRad[leg]!;
    const longRad = (lengthRad + extraRad) / 2;
    if (lengthRad > 2 * extraRad || longRad > SHORT_LEG * grid.leastRadiusRad) return false;
    const middle = this.#middle;
    const scale = 0.5 / Math.cos(lengthRad / 2);
    middle.x = (way.x[leg]! + way.x[leg + 1]!) * scale;
    middle.y = (way.y[leg]! + way.y[leg + 1]!) * scale;
    middle.z = (way.z[leg]! + way.z[leg + 1]!) * scale;
    grid.findInCap(middle, longRad + PAD_RAD);
    const fromS = way.startS[leg]!;
    const toS = fromS + way.roadS[leg]! + extraRad * this.#driveSPerRad;
    for (let n = 0; n < grid.count; n++) this.#note(0, grid.found[n]!, leg, fromS, toS);
    return true;
  }

  /**
   * With P in the part, d(p, P) is its centre's distance give or take the radius. The pickup is then driven after the share
   * d(p, P) / through of the leg and its detour, and through lies between the leg and the leg with all the extra.
   */
  #enter(level: number, part: number, way: Way, leg: number, extraRad: number): void {
    const { centreX, centreY, centreZ, radiusRad } = GRIDS[level]!;
    const lengthRad = way.legRad[leg]!;
    const extraS = extraRad * this.#driveSPerRad;
    let fromS = way.startS[leg]!;
    let toS = fromS + way.roadS[leg]! + extraS;
    if (lengthRad > SHORT_LEG * radiusRad) {
      const awayRad = angleBetween(way.x[leg]!, way.y[leg]!, way.z[leg]!, centreX, centreY, centreZ);
      const nearest = Math.min(1, Math.max(0, awayRad - radiusRad) / (lengthRad + extraRad));
      const farthest = Math.min(1, (awayRad + radiusRad) / lengthRad);
      toS = fromS + (way.roadS[leg]! + extraS) * farthest;
      fromS += way.roadS[leg]! * nearest;
    }
    this.#note(level, part, leg, fromS, toS);
  }

  #note(level: number, part: number, leg: number, fromS: number, toS: number): void {
    const cellId = cellOf(level, part);
    const bit = bitOf(level, part);
    const visit = this.#visitOf(cellId, leg);
    if (visit === undefined) {
      this.#add(level, cellId, bit, fromS, toS, leg);
    } else {
      if (fromS < visit.fromS) visit.fromS = fromS;
      if (toS > visit.toS) visit.toS = toS;
      visit.lastLeg = leg;
      if ((visit.parts & bit) !== 0) return;
      visit.parts |= bit;
    }
    markRegions(this.regions, PARTS * LEVELS[level]!, part);
  }

  /** The visit that the leg before, or this one, pays to the cell. A visit noted twice does no harm. */
  #visitOf(cellId: number, leg: number): CellVisit | undefined {
    const stop = Math.max(0, this.count - MOST_LOOKED_BACK);
    for (let n = this.count - 1; n >= stop; n--) {
      const visit = this.visits[n]!;
      if (visit.cellId === cellId && visit.lastLeg >= leg - 1) return visit;
    }
    return undefined;
  }

  #add(level: number, cellId: number, parts: number, fromS: number, toS: number, lastLeg: number): void {
    const held = this.visits[this.count++];
    if (held === undefined) this.visits.push({ cellId, level, parts, fromS, toS, lastLeg });
    else {
      held.cellId = cellId;
      held.level = level;
      held.parts = parts;
      held.fromS = fromS;
      held.toS = toS;
      held.lastLeg = lastLeg;
    }
  }
}

export const LEVEL_COUNT: number = LEVELS.length;

/** Calls back with each cell of a level, and those of its parts, that touch the cap around a place. */
export const cellsAround = (
  place: Vec,
  capRad: number,
  level: number,
  take: (cellId: number, parts: number) => void,
): void => {
  const grid = GRIDS[level]!;
  grid.findInCap(place, capRad);
  const cells = new Map<number, number>();
  for (const part of grid.found.subarray(0, grid.count)) {
    const cellId = cellOf(level, part);
    cells.set(cellId, (cells.get(cellId) ?? 0) | bitOf(level, part));
  }
  for (const [cellId, parts] of cells) take(cellId, parts);
};

const levelFor = ({ longRad, shortRad }: DetourEllipse): number => {
  for (let level = 0; level + 1 < LEVELS.length; level++) {
    const side = Math.PI / 2 / GRIDS[level]!.perSide;
    const long = 2 + (2 * longRad) / side;
    if (long * (2 + (2 * shortRad) / side) <= MOST_PARTS && long * long <= MOST_LOOKED_AT) return level;
  }
  return LEVELS.length - 1;
};

/** The cell a part lies in: (face x n + row) x n + column with a quarter of the rows and columns. */
const cellOf = (level: number, part: number): number => {
  const n = PARTS * LEVELS[level]!;
  const line = (part / n) | 0;
  return FIRST_IDS[level]! + ((line / PARTS) | 0) * LEVELS[level]! + (((part - line * n) / PARTS) | 0);
};

const bitOf = (level: number, part: number): number => {
  const n = PARTS * LEVELS[level]!;
  const line = (part / n) | 0;
  return 1 << (PARTS * (line % PARTS) + ((part - line * n) % PARTS));
};
