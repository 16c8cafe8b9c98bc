import { extraRadOf, nearMissStretch } from "./combination.ts";
import type { Stretch } from "./combination.ts";
import { CubeGrid } from "./cube-grid.ts";
import { DetourEllipse } from "./detour-ellipse.ts";
import { ANY_LATER, laterBit } from "./entry-blocks.ts";
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
/** A leg whose circle is no wider than this against a part takes all parts of the circle. */
const SHORT_LEG = 2;
/** A leg longer than this against a part is not everywhere at once: its parts are passed at times of their own. */
const LONG_LEG = 8;
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
  firstLeg: number;
  lastLeg: number;
  /** The bits of the cells, its own among them, that the ride is in at this time or later. */
  later: number;
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
    for (let n = 0; n < this.count; n++) {
      const { level, cellId, parts } = this.visits[n]!;
      markRegions(this.regions, LEVELS[level]!, cellId - FIRST_IDS[level]!, parts);
      this.#markLater(this.visits[n]!);
    }
  }

  /** Somebody who gets in on these legs gets out on one of them or a later one. O(visits), which is a dozen. */
  #markLater(visit: CellVisit): void {
    visit.later = this.count > MOST_LOOKED_BACK ? ANY_LATER : 0;
    for (let n = 0; n < this.count && visit.later !== ANY_LATER; n++) {
      const { cellId, level, lastLeg } = this.visits[n]!;
      if (lastLeg >= visit.firstLeg) visit.later |= level === 0 ? laterBit(cellId) : ANY_LATER;
    }
  }

  #visitLeg(way: Way, leg: number, extraRad: number): void {
    const ellipse = this.#ellipse;
    ellipse.take(way, leg, extraRad);
    const level = ellipse.everywhere ? LEVELS.length - 1 : levelFor(ellipse);
    const grid = GRIDS[level]!;
    grid.findInCap(ellipse.middle, ellipse.everywhere ? Math.PI : ellipse.longRad);
    if (!ellipse.everywhere) keepMeeting(grid, ellipse);
    if (way.legRad[leg]! > LONG_LEG * grid.leastRadiusRad) {
      for (let n = 0; n < grid.count; n++) this.#enter(level, grid.found[n]!, way, leg, extraRad);
    } else this.#noteAll(level, way, leg, extraRad);
  }

  /** A short leg's ellipse is nearly a circle, and takes the parts of the circle around it. */
  #visitShortLeg(way: Way, leg: number, extraRad: number): boolean {
    const grid = GRIDS[0]!;
    const lengthRad = way.legRad[leg]!;
    const longRad = (lengthRad + extraRad) / 2;
    if (lengthRad > 3 * extraRad || longRad > SHORT_LEG * grid.leastRadiusRad) return false;
    const middle = this.#middle;
    const scale = 0.5 / Math.cos(lengthRad / 2);
    middle.x = (way.x[leg]! + way.x[leg + 1]!) * scale;
    middle.y = (way.y[leg]! + way.y[leg + 1]!) * scale;
    middle.z = (way.z[leg]! + way.z[leg + 1]!) * scale;
    grid.findInCap(middle, longRad + PAD_RAD);
    this.#noteAll(0, way, leg, extraRad);
    return true;
  }

  /** Notes what was found, cell by cell: parts of one cell mostly come one after the other. */
  #noteAll(level: number, way: Way, leg: number, extraRad: number): void {
    const { found, count } = GRIDS[level]!;
    const fromS = way.startS[leg]!;
    const toS = fromS + way.roadS[leg]! + extraRad * this.#driveSPerRad;
    let noted = -1;
    let bits = 0;
    for (let n = 0; n < count; n++) {
      const cellId = cellOf(level, found[n]!);
      if (cellId !== noted) {
        if (noted >= 0) this.#note(level, noted, bits, leg, fromS, toS);
        noted = cellId;
        bits = 0;
      }
      bits |= bitOf(level, found[n]!);
    }
    if (noted >= 0) this.#note(level, noted, bits, leg, fromS, toS);
  }

  /**
   * With P in the part, d(p, P) is its centre's distance give or take the radius. The pickup is then driven after the share
   * d(p, P) / through of the leg and its detour, and through lies between the leg and the leg with all the extra.
   */
  #enter(level: number, part: number, way: Way, leg: number, extraRad: number): void {
    const grid = GRIDS[level]!;
    grid.findCentre(part);
    const { centreX, centreY, centreZ, radiusRad } = grid;
    const lengthRad = way.legRad[leg]!;
    const awayRad = angleBetween(way.x[leg]!, way.y[leg]!, way.z[leg]!, centreX, centreY, centreZ);
    const nearest = Math.min(1, Math.max(0, awayRad - radiusRad) / (lengthRad + extraRad));
    const farthest = Math.min(1, (awayRad + radiusRad) / lengthRad);
    const fromS = way.startS[leg]! + way.roadS[leg]! * nearest;
    const toS = way.startS[leg]! + (way.roadS[leg]! + extraRad * this.#driveSPerRad) * farthest;
    this.#note(level, cellOf(level, part), bitOf(level, part), leg, fromS, toS);
  }

  #note(level: number, cellId: number, bits: number, leg: number, fromS: number, toS: number): void {
    const visit = this.#visitOf(cellId, leg);
    if (visit === undefined) {
      this.#add(level, cellId, bits, fromS, toS, leg);
      return;
    }
    if (fromS < visit.fromS) visit.fromS = fromS;
    if (toS > visit.toS) visit.toS = toS;
    visit.lastLeg = leg;
    visit.parts |= bits;
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

  #add(level: number, cellId: number, parts: number, fromS: number, toS: number, leg: number): void {
    const held = this.visits[this.count++];
    const made = { cellId, level, parts, fromS, toS, firstLeg: leg, lastLeg: leg, later: 0 };
    if (held === undefined) this.visits.push(made);
    else {
      held.cellId = cellId;
      held.level = level;
      held.parts = parts;
      held.fromS = fromS;
      held.toS = toS;
      held.firstLeg = leg;
      held.lastLeg = leg;
    }
  }
}

export const LEVEL_COUNT: number = LEVELS.length;

/** Appends pairs of a cell of a level and those of its parts that touch the cap around a place. */
export const findCellsAround = (place: Vec, capRad: number, level: number, pairs: number[]): void => {
  const grid = GRIDS[level]!;
  grid.findInCap(place, capRad);
  const before = pairs.length;
  for (let n = 0; n < grid.count; n++) {
    const cellId = cellOf(level, grid.found[n]!);
    let at = before;
    while (at < pairs.length && pairs[at] !== cellId) at += 2;
    if (at === pairs.length) pairs.push(cellId, 0);
    pairs[at + 1]! |= bitOf(level, grid.found[n]!);
  }
};

/** The bits of the finest cells that touch the cap around a place: a ride that gets there bears one of them. */
export const laterAround = (place: Vec, capRad: number): number => {
  const grid = GRIDS[0]!;
  grid.findInCap(place, capRad);
  let later = 0;
  for (let n = 0; n < grid.count; n++) later |= laterBit(cellOf(0, grid.found[n]!));
  return later;
};

/** Keeps what the ellipse may meet. */
const keepMeeting = (grid: CubeGrid, ellipse: DetourEllipse): void => {
  let kept = 0;
  for (let n = 0; n < grid.count; n++) {
    grid.findCentre(grid.found[n]!);
    if (ellipse.mayMeet(grid.centreX, grid.centreY, grid.centreZ, grid.radiusRad)) grid.found[kept++] = grid.found[n]!;
  }
  grid.count = kept;
};

const levelFor = ({ longRad, shortRad }: DetourEllipse): number => {
  for (let level = 0; level + 1 < LEVELS.length; level++) {
    const side = Math.PI / 2 / GRIDS[level]!.perSide;
    const long = 2 + (2 * longRad) / side;
    if (long * (2 + (2 * shortRad) / side) <= MOST_PARTS && long * long <= MOST_LOOKED_AT) return level;
  }
  return LEVELS.length - 1;
};

/** Sides are powers of two, so that parts are divided by shifting. */
const SHIFTS = GRIDS.map(({ perSide }) => Math.log2(perSide));

/** The cell a part lies in: (face x n + row) x n + column with a quarter of the rows and columns. */
const cellOf = (level: number, part: number): number => {
  const shift = SHIFTS[level]!;
  const column = part & ((1 << shift) - 1);
  return FIRST_IDS[level]! + ((part >> (shift + 2)) << (shift - 2)) + (column >> 2);
};

/** The bit of a part in its cell: rows of four. */
const bitOf = (level: number, part: number): number => 1 << (4 * ((part >> SHIFTS[level]!) & 3) + (part & 3));
