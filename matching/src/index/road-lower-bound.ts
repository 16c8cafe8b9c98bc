import { maxExtraRad, NO_TOLERANCE } from "../rule/best-combination.ts";
import type { LimitTolerance, PreparedSearch } from "../rule/best-combination.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import { minHourSeconds } from "../ranking.ts";
import { MAX_ROAD_MPS, MAX_WALK_MPS, MEETING_POINT_OFF_LINE_M } from "../roads/road-ride.ts";
import type { RidePages } from "../storage/ride-pages.ts";
import { angle } from "../geometry/sphere.ts";
import type { RoundedRoute } from "./rounded-route.ts";

// Longer legs are measured too roughly from rounded points.
const FAR_M = 2_000_000;
const FAR_UNIT = 0.3 / 32_767;
const SLACK_MS = 2;
const SLACK_S = 1e-3;
const SLACK_M = 1e-2;
// Lengths and times are stored in single precision, and times are added up.
const STORED = 1e-6;

/**
 * Lower bound for the order of a ride on roads, which no road between the ride and the search can undercut: roads are
 * never shorter than great circles nor faster than `MAX_ROAD_MPS`, a leg with its detour ends no later than the host
 * agreed, and paths are never shorter than great circles. Proof: docs/decisions/0039-exact-matching-on-roads.md.
 */
export class RoadLowerBound {
  readonly #settings: MatchSettings;
  #prepared: PreparedSearch | undefined;
  #tolerance: LimitTolerance = NO_TOLERANCE;
  #walkM = 0;
  #betweenM = 0;
  #firstMs = 0;
  #lastMs = 0;
  /** The ride's detour limit, extended. */
  #detourM = 0;
  #detourS = 0;
  /** Possible error of the ride's times. */
  #errorS = 0;
  #fetches = false;

  constructor(settings: MatchSettings) {
    this.#settings = settings;
  }

  startSearch(prepared: PreparedSearch, tolerance: LimitTolerance): void {
    const { search, from, to } = prepared;
    this.#prepared = prepared;
    this.#tolerance = tolerance;
    this.#walkM = search.walkM * tolerance.walk;
    this.#betweenM = EARTH_RADIUS_M * angle(from, to);
    this.#firstMs = search.departsAfterMs - tolerance.windowMs - SLACK_MS;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs + SLACK_MS;
  }

  /** Lower bound for the loaded ride; Infinity if it cannot match. O(legs x legs), nearly always few. */
  calculate(rides: RidePages, route: RoundedRoute): number {
    const { search, from, to, directS } = this.#prepared!;
    this.#fetches = maxExtraRad(route, this.#settings, NO_TOLERANCE) >= 0;
    this.#detourM = this.#fetches ? route.maxDetourM * this.#tolerance.detour : 0;
    this.#detourS = this.#fetches ? route.maxDetourS * this.#tolerance.detour : 0;
    reserveColumns(route.legs + 1);
    route.measure(rides);
    this.#errorS = SLACK_S + STORED * totalOf(route);
    if (route.unit > FAR_UNIT || this.#isFar(route)) return -Infinity;
    route.anglesTo(from, toA);
    route.anglesTo(to, toB);
    this.#toMetres(route);
    if (!this.#pickups(route)) return Infinity;
    let minS = Infinity;
    for (let first = 0; first < route.legs; first++) {
      if (walks[first] === Infinity && fetches[first] === Infinity) continue;
      let betweenS = 0;
      for (let last = first; last < route.legs && route.seatsLeft(last) >= search.seats; last++) {
        minS = Math.min(minS, this.#combineS(route, first, last, betweenS));
        if (last > first) betweenS += route.roadS[last]!;
      }
    }
    return minS - directS - 2 * this.#errorS;
  }

  #isFar({ legs, roadM }: RoundedRoute): boolean {
    for (let leg = 0; leg < legs; leg++) if (roadM[leg]! + this.#detourM > FAR_M) return true;
    return false;
  }

  /** Turns angles into metres that are never too many. */
  #toMetres({ legs, offRad }: RoundedRoute): void {
    for (let k = 0; k <= legs; k++) {
      toA[k] = EARTH_RADIUS_M * Math.max(0, toA[k]! - offRad);
      toB[k] = EARTH_RADIUS_M * Math.max(0, toB[k]! - offRad);
    }
  }

  /** Writes the least cost of a pickup on each leg, without the drive. Returns false if there is none. */
  #pickups(route: RoundedRoute): boolean {
    const { departsAtMs, roadS, legs } = route;
    let startS = 0;
    let any = false;
    for (let leg = 0; leg < legs; leg++) {
      const maxMps = this.#maxMps(route, leg);
      const before = toA[leg]!;
      const after = toA[leg + 1]!;
      const endS = startS + roadS[leg]!;
      fetches[leg] = this.#mayFetch(route, leg, before + after)
        ? this.#hourS(
            departsAtMs + 1000 * (startS + before / MAX_ROAD_MPS),
            departsAtMs +
              1000 *
                (endS + this.#detourS - Math.max(0, after - MEETING_POINT_OFF_LINE_M) / maxMps),
          )
        : Infinity;
      const walkS = this.#minWalkS(route, leg, before + after);
      walks[leg] =
        walkS < Infinity
          ? walkS +
            this.#hourS(
              departsAtMs + 1000 * (startS + this.#withoutWalkM(before) / maxMps),
              departsAtMs + 1000 * (endS - this.#withoutWalkM(after) / maxMps),
            )
          : Infinity;
      if (fetches[leg]! < Infinity || walks[leg]! < Infinity) any = true;
      startS = endS;
    }
    return any;
  }

  /** Least cost of getting in on one leg and out on another; `betweenS` is driven on the legs between them. */
  #combineS(route: RoundedRoute, first: number, last: number, betweenS: number): number {
    const fetchS = fetches[first]!;
    const walkS = walks[first]!;
    const through = toB[last]! + toB[last + 1]!;
    const mayDropOff = this.#mayFetch(route, last, through);
    const walkToS = this.#minWalkS(route, last, through);
    const fast = MAX_ROAD_MPS;
    const slow = this.#maxMps(route, last);
    if (first === last) {
      const bothM = toA[first]! + this.#betweenM + toB[last + 1]!;
      let minS = Infinity;
      if (mayDropOff && this.#mayFetch(route, first, bothM)) minS = fetchS + this.#betweenM / fast;
      const oneWalk = this.#withoutWalkM(this.#betweenM) / slow;
      if (mayDropOff) minS = Math.min(minS, walkS + oneWalk);
      minS = Math.min(minS, fetchS + walkToS + oneWalk);
      return Math.min(
        minS,
        walkS + walkToS + this.#withoutWalkM(this.#withoutWalkM(this.#betweenM)) / slow,
      );
    }
    const onM = toA[first + 1]!;
    const inS = Math.min(
      fetchS + onM / fast,
      walkS + this.#withoutWalkM(onM) / this.#maxMps(route, first),
    );
    const outS = Math.min(
      mayDropOff ? toB[last]! / fast : Infinity,
      walkToS + this.#withoutWalkM(toB[last]!) / slow,
    );
    return inS + betweenS + outS;
  }

  /** Returns true if the host may fetch someone on this leg over a way of at least `throughM`. */
  #mayFetch(route: RoundedRoute, leg: number, throughM: number): boolean {
    return (
      this.#fetches &&
      throughM <= (1 + STORED) * route.roadM[leg]! + this.#detourM + SLACK_M &&
      (throughM - 2 * MEETING_POINT_OFF_LINE_M) / this.#maxMps(route, leg) <=
        route.roadS[leg]! + this.#detourS + this.#errorS
    );
  }

  /** A walker to a place beside the leg, and back from it, lengthens the way over it by two walks at most. */
  #minWalkS(route: RoundedRoute, leg: number, throughM: number): number {
    const walkM = (throughM - (1 + STORED) * route.roadM[leg]!) / 2;
    if (walkM > this.#walkM + SLACK_M) return Infinity;
    return (this.#settings.walkWeight * Math.max(0, walkM)) / MAX_WALK_MPS;
  }

  /** What is left of a distance without the longest walk, and without the way to a meeting point beside the line. */
  #withoutWalkM(metres: number): number {
    return Math.max(0, metres - this.#walkM - MEETING_POINT_OFF_LINE_M);
  }

  /** Highest speed on a leg, also of its own road. */
  #maxMps({ roadM, roadS }: RoundedRoute, leg: number): number {
    return (1 + STORED) * Math.max(MAX_ROAD_MPS, roadM[leg]! / roadS[leg]!);
  }

  /** Least weight of a pickup between these instants; Infinity if none is in the window. */
  #hourS(fromMs: number, toMs: number): number {
    const slackMs = SLACK_MS + 1000 * this.#errorS;
    const firstMs = Math.max(this.#firstMs, fromMs - slackMs);
    const lastMs = Math.min(this.#lastMs, toMs + slackMs);
    if (firstMs > lastMs) return Infinity;
    return minHourSeconds(firstMs, lastMs, this.#prepared!.search, this.#settings);
  }
}

const totalOf = ({ legs, roadS }: RoundedRoute): number => {
  let totalS = 0;
  for (let leg = 0; leg < legs; leg++) totalS += roadS[leg]!;
  return totalS;
};

// All code here is synchronous, so one set of columns serves every search.
let toA = new Float64Array(16);
let toB = new Float64Array(16);
let walks = new Float64Array(16);
let fetches = new Float64Array(16);

const reserveColumns = (points: number): void => {
  if (points <= toA.length) return;
  toA = new Float64Array(2 * points);
  toB = new Float64Array(2 * points);
  walks = new Float64Array(2 * points);
  fetches = new Float64Array(2 * points);
};
