import { FIRST_IDS, GRIDS, LEVELS, CoveredCells, chooseLevel } from "./cell-levels.ts";
import { maxExtraRad, nearMissTolerance } from "../rule/best-combination.ts";
import type { LimitTolerance } from "../rule/best-combination.ts";
import { DetourEllipse } from "../geometry/detour-ellipse.ts";
import { ANY_LATER, laterBit } from "./entry-blocks.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import { REGION_WORDS, markRegions } from "./regions.ts";
import { MAX_ROAD_MPS, MEETING_POINT_OFF_LINE_M } from "../roads/road-ride.ts";
import type { Route } from "../rule/route.ts";

/** A leg whose circle is at most this wide, in parts, covers all parts of the circle. */
const SHORT_LEG = 2;
/** A leg longer than this, in parts, passes its parts at different times. */
const LONG_LEG = 8;
/** How many visits back a leg searches for a cell that the previous leg was in. */
const LOOK_BACK_MAX = 128;
// Rounding may put a place just outside: 1e-7 rad is 0.6 m.
const PAD_RAD = 1e-7;
/** Relative error of times in single precision. */
const STORED = 1e-6;
/** A cell that a ride passes: the parts, and when a pickup is possible there, in seconds after departure. */
export interface CellVisit {
  cellId: number;
  level: number;
  parts: number;
  fromS: number;
  toS: number;
  firstLeg: number;
  lastLeg: number;
  /** The bit of this cell, and the bits of all cells that the ride is in at this time or later, including this one. */
  bit: number;
  later: number;
}

/**
 * Computes the cells where a passenger could be fetched or could walk from, under the limits of a near miss, which are
 * the widest. A ride that returns to a cell has two visits to it; neighbouring legs share one.
 */
export class CorridorCells {
  readonly visits: CellVisit[] = [];
  /** Number of visits of the current ride. */
  count = 0;
  /** Regions of the current ride. */
  readonly regions: Uint32Array = new Uint32Array(REGION_WORDS);
  readonly #settings: MatchSettings;
  readonly #stretch: LimitTolerance;
  readonly #detourSPerRad: number;
  readonly #ellipse = new DetourEllipse();
  readonly #touched = new CoveredCells();
  readonly #middle = {
    x: 0,
    y: 0,
    z: 0,
  };
  /** Longest detour of the current ride. */
  #detourS = 0;

  constructor(settings: MatchSettings) {
    this.#settings = settings;
    this.#stretch = nearMissTolerance(settings);
    this.#detourSPerRad = (settings.roadFactor * EARTH_RADIUS_M) / settings.detourMps;
  }

  /** Computes the visits of a ride. O(legs x parts that a leg touches). */
  visit(route: Route): void {
    this.count = 0;
    this.regions.fill(0);
    const detourRad = maxExtraRad(route, this.#settings, this.#stretch);
    const stretchedM = detourRad < 0 ? 0 : route.maxDetourM * this.#stretch.detour;
    this.#detourS = route.isOnRoads
      ? route.maxDetourS * this.#stretch.detour
      : Math.max(0, detourRad) * this.#detourSPerRad;
    // Times of legs are rounded to single precision, and matter exactly on roads.
    const errorS = route.isOnRoads ? STORED * (route.totalS + this.#detourS) : 0;
    for (let leg = 0; leg < route.legs; leg++) {
      // A road's bends are part of its ellipse, because no road is shorter than its great circle.
      const extraRad = route.isOnRoads
        ? Math.max(0, (route.roadM[leg]! + stretchedM) / EARTH_RADIUS_M - route.legRad[leg]!)
        : Math.max(0, detourRad);
      if (!this.#visitShortLeg(route, leg, extraRad)) this.#visitLeg(route, leg, extraRad);
    }
    for (let n = 0; n < this.count; n++) {
      const visit = this.visits[n]!;
      visit.fromS = Math.max(0, visit.fromS - errorS);
      visit.toS += errorS;
      const { level, cellId, parts } = visit;
      markRegions(this.regions, LEVELS[level]!, cellId - FIRST_IDS[level]!, parts);
    }
    for (let n = 0; n < this.count; n++) this.#markLater(this.visits[n]!);
  }

  /**
   * Sets the later bits: a passenger who gets in on these legs gets out on one of them or on a later one. O(visits),
   * about a dozen.
   */
  #markLater(visit: CellVisit): void {
    visit.later = this.count > LOOK_BACK_MAX ? ANY_LATER : 0;
    for (let n = 0; n < this.count && visit.later !== ANY_LATER; n++) {
      const { bit, lastLeg } = this.visits[n]!;
      if (lastLeg >= visit.firstLeg) visit.later |= bit;
    }
  }

  #visitLeg(route: Route, leg: number, extraRad: number): void {
    const ellipse = this.#ellipse;
    const touched = this.#touched;
    ellipse.setLeg(route, leg, extraRad);
    const { coversSphere, longRad, middle } = ellipse;
    const level = chooseLevel(ellipse);
    touched.findInCap(level, middle, coversSphere ? Math.PI : longRad);
    if (!coversSphere) touched.keepIntersecting(level, ellipse);
    if (route.legRad[leg]! > LONG_LEG * GRIDS[level]!.minRadiusRad)
      this.#noteEach(level, route, leg, extraRad);
    else this.#noteAll(level, route, leg);
  }

  /** The ellipse of a short leg is nearly a circle, so it covers the parts of the circle around it. */
  #visitShortLeg(route: Route, leg: number, extraRad: number): boolean {
    const lengthRad = route.legRad[leg]!;
    const longRad = (lengthRad + extraRad) / 2;
    if (lengthRad > 3 * extraRad || longRad > SHORT_LEG * GRIDS[0]!.minRadiusRad) return false;
    const middle = this.#middle;
    const scale = 0.5 / Math.cos(lengthRad / 2);
    middle.x = (route.x[leg]! + route.x[leg + 1]!) * scale;
    middle.y = (route.y[leg]! + route.y[leg + 1]!) * scale;
    middle.z = (route.z[leg]! + route.z[leg + 1]!) * scale;
    this.#touched.findInCap(0, middle, longRad + PAD_RAD);
    this.#noteAll(0, route, leg);
    return true;
  }

  /** Records the found cells as passed during the whole leg and its detour. */
  #noteAll(level: number, route: Route, leg: number): void {
    const { ids, parts, count } = this.#touched;
    const fromS = route.startS[leg]!;
    const toS = fromS + route.roadS[leg]! + this.#detourS;
    for (let n = 0; n < count; n++)
      if (parts[n] !== 0) this.#note(level, ids[n]!, parts[n]!, leg, fromS, toS);
  }

  /**
   * Records the found cells, each part with its own time. With P in the part, d(p, P) is the distance of the part's
   * centre plus or minus its radius. The pickup then takes place after the share d(p, P) / through of the leg and its
   * detour, where through lies between the length of the leg and that length plus the maximum detour. On roads all that
   * is known is the highest speed before it.
   */
  #noteEach(level: number, route: Route, leg: number, extraRad: number): void {
    const touched = this.#touched;
    const grid = GRIDS[level]!;
    const lengthRad = route.legRad[leg]!;
    const maxS = route.roadS[leg]! + this.#detourS;
    const maxMps = Math.max(MAX_ROAD_MPS, route.roadM[leg]! / route.roadS[leg]!);
    for (let n = 0; n < touched.count; n++) {
      for (let left = touched.parts[n]!; left !== 0; left &= left - 1) {
        touched.findCentre(n, left, grid);
        const distanceRad = route.angleAt(leg, grid.centreX, grid.centreY, grid.centreZ);
        const nearestRad = Math.max(0, distanceRad - grid.radiusRad);
        const nearest = Math.min(1, nearestRad / (lengthRad + extraRad));
        const farthest = route.isOnRoads
          ? 1
          : Math.min(1, (distanceRad + grid.radiusRad) / lengthRad);
        const afterS = route.isOnRoads
          ? Math.max(0, nearestRad * EARTH_RADIUS_M - MEETING_POINT_OFF_LINE_M) / maxMps
          : route.roadS[leg]! * nearest;
        const fromS = route.startS[leg]! + afterS;
        this.#note(
          level,
          touched.ids[n]!,
          left & -left,
          leg,
          fromS,
          route.startS[leg]! + maxS * farthest,
        );
      }
    }
  }

  #note(
    level: number,
    cellId: number,
    bits: number,
    leg: number,
    fromS: number,
    toS: number,
  ): void {
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

  /** The visit of the previous leg, or of this one, to the cell. Recording a visit twice does no harm. */
  #visitOf(cellId: number, leg: number): CellVisit | undefined {
    const stop = Math.max(0, this.count - LOOK_BACK_MAX);
    for (let n = this.count - 1; n >= stop; n--) {
      const visit = this.visits[n]!;
      if (visit.cellId === cellId && visit.lastLeg >= leg - 1) return visit;
    }
    return undefined;
  }

  #add(
    level: number,
    cellId: number,
    parts: number,
    fromS: number,
    toS: number,
    leg: number,
  ): void {
    const existing = this.visits[this.count++];
    const bit = level === 0 ? laterBit(cellId) : ANY_LATER;
    if (existing === undefined) {
      this.visits.push({
        cellId,
        level,
        parts,
        fromS,
        toS,
        firstLeg: leg,
        lastLeg: leg,
        bit,
        later: 0,
      });
    } else {
      existing.cellId = cellId;
      existing.level = level;
      existing.parts = parts;
      existing.fromS = fromS;
      existing.toS = toS;
      existing.firstLeg = leg;
      existing.lastLeg = leg;
      existing.bit = bit;
    }
  }
}
