import { extraRadOf, nearMissStretch } from "./combination.ts";
import { CubeGrid } from "./cube-grid.ts";
import { DetourEllipse } from "./detour-ellipse.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchSettings } from "./model.ts";
import { angleBetween } from "./sphere.ts";
import type { Vec } from "./sphere.ts";
import type { Way } from "./way.ts";

/** Cells per side of a face, the finest level first: from 39 km wide to a sixth of the Earth. */
const LEVELS: readonly number[] = [256, 64, 16, 4, 1];
/** Cells of this width are gathered in 64 groups, one bit of a ride each. */
const REGION_LEVEL = 1;
/** A leg takes the finest level at which it needs at most so many cells, and so many are looked at. */
const MOST_CELLS = 64;
const MOST_LOOKED_AT = 600;
/** A leg this short against a cell is passed at once. */
const SHORT_LEG = 0.5;

/** One cell a ride passes, and when a pickup in it may be, in seconds after departure. */
export interface CellVisit {
  cellId: number;
  fromS: number;
  toS: number;
  lastLeg: number;
}

/**
 * The cells in which a place can lie that somebody could be fetched from or walk from, under the limits of a near miss,
 * which are the widest. A ride that winds through a cell twice has it twice; neighbouring legs share theirs.
 */
export class CorridorCells {
  readonly visits: CellVisit[] = [];
  /** How many of the visits belong to the ride that was looked at last. */
  count = 0;
  regionsLow = 0;
  regionsHigh = 0;
  readonly grids: readonly CubeGrid[] = LEVELS.map((perSide) => new CubeGrid(perSide));
  readonly #firstIds: readonly number[];
  readonly #settings: MatchSettings;
  readonly #ellipse = new DetourEllipse();

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    let cells = 0;
    this.#firstIds = this.grids.map((grid) => (cells += grid.cells) - grid.cells);
  }

  get levels(): number {
    return LEVELS.length;
  }

  levelOf(cellId: number): number {
    let level = 0;
    while (level + 1 < LEVELS.length && cellId >= this.#firstIds[level + 1]!) level++;
    return level;
  }

  /** Works out the visits of a ride. O(legs x cells of a leg). */
  visit(way: Way): void {
    this.count = 0;
    this.regionsLow = 0;
    this.regionsHigh = 0;
    const extraRad = Math.max(0, extraRadOf(way, this.#settings, nearMissStretch(this.#settings)));
    for (let leg = 0; leg < way.legs; leg++) this.#visitLeg(way, leg, extraRad);
  }

  /** Calls back with each cell, at one level, that touches the cap around a place. */
  cellsAround(place: Vec, capRad: number, level: number): readonly number[] {
    const grid = this.grids[level]!;
    grid.findInCap(place, capRad);
    const first = this.#firstIds[level]!;
    return grid.found.map((cell) => first + cell);
  }

  /** The bits of the regions that touch the cap around a place. */
  regionsAround(place: Vec, capRad: number): { readonly low: number; readonly high: number } {
    const grid = this.grids[REGION_LEVEL]!;
    grid.findInCap(place, capRad);
    let low = 0;
    let high = 0;
    for (const cell of grid.found) {
      const bit = bitOf(cell);
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    }
    return { low, high };
  }

  #visitLeg(way: Way, leg: number, extraRad: number): void {
    const ellipse = this.#ellipse;
    ellipse.take(way, leg, extraRad);
    const level = ellipse.everywhere ? LEVELS.length - 1 : this.#levelFor(ellipse);
    const grid = this.grids[level]!;
    const sine = Math.sin(grid.radiusRad);
    const cosine = Math.cos(grid.radiusRad);
    const isShort = way.legRad[leg]! < SHORT_LEG * grid.radiusRad;
    grid.findInCap(ellipse.middle, ellipse.everywhere ? Math.PI : ellipse.longRad);
    for (const cell of grid.found) {
      grid.findCentre(cell);
      const { centreX, centreY, centreZ } = grid;
      if (!ellipse.everywhere && !ellipse.mayMeet(centreX, centreY, centreZ, sine, cosine)) continue;
      const awayRad = isShort
        ? grid.radiusRad
        : angleBetween(way.x[leg]!, way.y[leg]!, way.z[leg]!, centreX, centreY, centreZ);
      this.#enter(this.#firstIds[level]! + cell, way, leg, extraRad, awayRad, grid.radiusRad);
      this.#markRegion(level, cell);
    }
  }

  #levelFor({ longRad, shortRad }: DetourEllipse): number {
    for (let level = 0; level + 1 < LEVELS.length; level++) {
      const side = Math.PI / 2 / LEVELS[level]!;
      const long = 2 + (2 * longRad) / side;
      if (long * (2 + (2 * shortRad) / side) <= MOST_CELLS && long * long <= MOST_LOOKED_AT) return level;
    }
    return LEVELS.length - 1;
  }

  /**
   * With P in the cell, d(p, P) is its centre's distance give or take the radius. The pickup is then driven after the share
   * d(p, P) / through of the leg and its detour, and through lies between the leg and the leg with all the extra.
   */
  #enter(cellId: number, way: Way, leg: number, extraRad: number, awayRad: number, radiusRad: number): void {
    const lengthRad = way.legRad[leg]!;
    const extraS = (extraRad * this.#settings.roadFactor * EARTH_RADIUS_M) / this.#settings.driveMps;
    const nearest = Math.max(0, awayRad - radiusRad) / (lengthRad + extraRad);
    const farthest = (awayRad + radiusRad) / lengthRad;
    const fromS = way.startS[leg]! + way.roadS[leg]! * (nearest > 0 ? Math.min(1, nearest) : 0);
    const toS = way.startS[leg]! + (way.roadS[leg]! + extraS) * (farthest < 1 ? farthest : 1);
    const visit = this.#visitOf(cellId, leg);
    if (visit === undefined) this.#add(cellId, fromS, toS, leg);
    else {
      visit.fromS = Math.min(visit.fromS, fromS);
      visit.toS = Math.max(visit.toS, toS);
      visit.lastLeg = leg;
    }
  }

  /** The visit that the leg before, or this one, pays to the cell. Looking back not far is enough: a visit twice does no harm. */
  #visitOf(cellId: number, leg: number): CellVisit | undefined {
    const stop = Math.max(0, this.count - 4 * MOST_CELLS);
    for (let n = this.count - 1; n >= stop; n--) {
      const visit = this.visits[n]!;
      if (visit.cellId === cellId && visit.lastLeg >= leg - 1) return visit;
    }
    return undefined;
  }

  #add(cellId: number, fromS: number, toS: number, lastLeg: number): void {
    const held = this.visits[this.count];
    if (held === undefined) this.visits.push({ cellId, fromS, toS, lastLeg });
    else {
      held.cellId = cellId;
      held.fromS = fromS;
      held.toS = toS;
      held.lastLeg = lastLeg;
    }
    this.count++;
  }

  #markRegion(level: number, cell: number): void {
    if (level > REGION_LEVEL) {
      this.regionsLow = -1;
      this.regionsHigh = -1;
      return;
    }
    const bit = bitOf(level === REGION_LEVEL ? cell : this.#regionOf(cell));
    if (bit < 32) this.regionsLow |= 1 << bit;
    else this.regionsHigh |= 1 << (bit - 32);
  }

  /** The larger cell in which a cell of the finest level lies. */
  #regionOf(cell: number): number {
    const [fine, coarse] = [LEVELS[0]!, LEVELS[REGION_LEVEL]!];
    const ratio = fine / coarse;
    const column = ((cell % fine) / ratio) | 0;
    const row = ((((cell / fine) | 0) % fine) / ratio) | 0;
    return (((cell / (fine * fine)) | 0) * coarse + row) * coarse + column;
  }
}

/** Spread by a multiplication, so that neighbours have different bits. */
const bitOf = (region: number): number => Math.imul(region, 0x9e3779b1) >>> 26;
