import { NO_TOLERANCE, maxExtraRad } from "../rule/best-combination.ts";
import type { PreparedSearch, LimitTolerance } from "../rule/best-combination.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import type { RidePages } from "../storage/ride-pages.ts";
import { RoundedRoute } from "./rounded-route.ts";
import { RoadLowerBound } from "./road-lower-bound.ts";
import { minNightSeconds } from "../ranking.ts";
import { angle } from "../geometry/sphere.ts";

// Beyond this size chords are too inaccurate: such a ride is always measured exactly.
const FAR_UNIT = 0.3 / 32_767;
const FAR_EXTRA_RAD = 0.1;
// Instants are rounded to whole milliseconds. All other rounding here is a thousandth of that.
const SLACK_MS = 2;
const SLACK_S = 1e-3;
const LEGS_OF_WALKS = 4;
const ROUNDING = 1e-9;

/**
 * Lower bound for the order of a ride's match, computed from its rounded points: the rule without its most expensive
 * steps. Possible rounding errors are subtracted, so the bound is never too high. Infinity for nearly every ride that
 * does not match. Allocates nothing and reads little uncached memory.
 */
export class ScoreLowerBound {
  readonly #rides: RidePages;
  readonly #settings: MatchSettings;
  /** Cost of walking. */
  readonly #walkSPerRad: number;
  readonly #detourSPerRad: number;
  readonly #route: RoundedRoute;
  readonly #onRoads: RoadLowerBound;
  #search: PreparedSearch | undefined;
  #stretch: LimitTolerance = NO_TOLERANCE;
  #walkRad = 0;
  #firstMs = 0;
  #lastMs = 0;
  #extraRad = 0;
  #betweenRad = 0;

  constructor(rides: RidePages, settings: MatchSettings) {
    this.#rides = rides;
    this.#settings = settings;
    this.#detourSPerRad = (settings.roadFactor * EARTH_RADIUS_M) / settings.detourMps;
    this.#walkSPerRad =
      (settings.walkWeight * settings.walkFactor * EARTH_RADIUS_M) / settings.walkMps;
    this.#route = new RoundedRoute();
    this.#onRoads = new RoadLowerBound(settings);
  }

  /** Begins a search. */
  startSearch(prepared: PreparedSearch, tolerance: LimitTolerance): void {
    const { search } = prepared;
    this.#search = prepared;
    this.#stretch = tolerance;
    this.#walkRad = (search.walkM * tolerance.walk) / this.#settings.walkFactor / EARTH_RADIUS_M;
    this.#firstMs = search.departsAfterMs - tolerance.windowMs - SLACK_MS;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs + SLACK_MS;
    this.#betweenRad = angle(prepared.from, prepared.to);
    this.#onRoads.startSearch(prepared, tolerance);
  }

  /**
   * Lower bound for any ride, without waiting: from pickup to dropoff it is nowhere faster than the fastest leg, or than
   * a detour. Walks shorten the drive. On roads nothing is known.
   */
  get minScoreS(): number {
    if (this.#rides.onRoads > 0) return -this.#search!.directS - SLACK_S;
    const sPerRad =
      Math.min(this.#detourSPerRad, this.#rides.points.roads.minSPerRad) * (1 - ROUNDING);
    const walksS = 2 * this.#walkRad * Math.min(0, this.#walkSPerRad - sPerRad);
    return Math.max(0, this.#betweenRad * sPerRad + walksS) - this.#search!.directS - SLACK_S;
  }

  /** Lower bound for the ride in a slot. O(points). */
  calculate(slot: number): number {
    const route = this.#route;
    route.load(this.#rides, slot);
    if (route.isOnRoads)
      return Math.max(this.minScoreS, this.#onRoads.calculate(this.#rides, route));
    this.#extraRad = maxExtraRad(route, this.#settings, this.#stretch);
    if (route.unit > FAR_UNIT || this.#extraRad > FAR_EXTRA_RAD) return this.minScoreS;
    const { from, to } = this.#search!;
    const maxDetourRad = Math.max(this.#extraRad, 2 * this.#walkRad);
    if (!route.mayPass(from, maxDetourRad) || !route.mayPass(to, maxDetourRad)) return Infinity;
    reserveColumns(route.legs + 1);
    route.measure(this.#rides);
    route.anglesTo(from, toA);
    if (!this.#pickups()) return Infinity;
    route.anglesTo(to, toB);
    return this.#overDropoffs() - this.#search!.directS - SLACK_S;
  }

  /**
   * Writes the lower bound of a pickup on each leg, including its time of day but not the drive. Returns false if no
   * pickup fits the window.
   */
  #pickups(): boolean {
    const route = this.#route;
    let startS = 0;
    let any = false;
    for (let leg = 0; leg < route.legs; leg++) {
      const over = this.#minDetourRad(leg, toA);
      let walkS = this.#walkS(over, leg);
      const fetchS = this.#fetchS(over);
      let fetchedS = fetchS < Infinity ? 0 : Infinity;
      detours[leg] = fetchS;
      if (walkS < Infinity || fetchS < Infinity) {
        const hourS = this.#hourS(leg, startS, walkS < Infinity ? this.#walkRad : 0);
        walkS += hourS;
        fetchedS += hourS;
        if (hourS < Infinity) any = true;
      }
      walks[leg] = walkS;
      fetches[leg] = fetchedS;
      startS += route.roadS[leg]!;
    }
    return any;
  }

  /** Minimum over all ordered pairs of legs with no full leg between them, in one pass. */
  #overDropoffs(): number {
    const route = this.#route;
    const maxDetourS = this.#extraRad * this.#detourSPerRad + SLACK_S;
    const { seats } = this.#search!.search;
    let minS = Infinity;
    // Among the pickups since the last full leg, including the drive from there to this leg: the best on foot, the best
    // fetched, and the minS detour of these.
    let walked = Infinity;
    let fetched = Infinity;
    let detour = Infinity;
    for (let leg = 0; leg < route.legs; leg++) {
      if (route.seatsLeft(leg) < seats) {
        walked = fetched = detour = Infinity;
        continue;
      }
      const pickupWalk = walks[leg]!;
      const pickupFetch = fetches[leg]!;
      if (
        walked < Infinity ||
        fetched < Infinity ||
        pickupWalk < Infinity ||
        pickupFetch < Infinity
      ) {
        const over = this.#minDetourRad(leg, toB);
        const walkS = this.#walkS(over, leg);
        const fetchS = this.#fetchS(over);
        if (walkS < Infinity || fetchS < Infinity) {
          const fetchedS = fetchS < Infinity ? 0 : Infinity;
          const toWalkS = walkS + this.#pieceS(leg, toB[leg]!, this.#walkRad);
          const toFetchS = fetchedS + this.#pieceS(leg, toB[leg]!, 0);
          minS = Math.min(minS, walked + Math.min(toWalkS, toFetchS), fetched + toWalkS);
          if (detour + fetchS <= maxDetourS) minS = Math.min(minS, fetched + toFetchS);
          const bothWalkS =
            pickupWalk + walkS + this.#pieceS(leg, this.#betweenRad, 2 * this.#walkRad);
          const oneWalkS = Math.min(pickupWalk + fetchedS, pickupFetch + walkS);
          minS = Math.min(
            minS,
            bothWalkS,
            oneWalkS + this.#pieceS(leg, this.#betweenRad, this.#walkRad),
          );
          if (fetchS < Infinity && pickupFetch < Infinity && this.#bothEndsS(leg) <= maxDetourS)
            minS = Math.min(minS, pickupFetch + this.#pieceS(leg, this.#betweenRad, 0));
        }
      }
      const after = toA[leg + 1]!;
      const legS = route.roadS[leg]!;
      walked = Math.min(walked + legS, pickupWalk + this.#pieceS(leg, after, this.#walkRad));
      fetched = Math.min(fetched + legS, pickupFetch + this.#pieceS(leg, after, 0));
      if (pickupFetch < Infinity) detour = Math.min(detour, detours[leg]!);
    }
    return minS;
  }

  /**
   * Lower bound for the time on a piece of a leg, apart from the walks to its ends, which shorten it. The leg takes its
   * piece of the time of the road and the detour; between no detour and the longest, the pace only rises or only falls.
   */
  #pieceS(leg: number, lengthRad: number, walkRad: number): number {
    const route = this.#route;
    const shortest = lengthRad - route.offRad - walkRad;
    if (!(shortest > 0)) return 0;
    const roadS = route.roadS[leg]!;
    const legRad = route.legRad[leg]! + 2 * route.offRad;
    const extraRad = Math.max(0, this.#extraRad);
    const withoutS = roadS * Math.min(1, shortest / legRad);
    const withS =
      (roadS + extraRad * this.#detourSPerRad) * Math.min(1, shortest / (legRad + extraRad));
    return Math.min(withoutS, withS);
  }

  /** Lower bound for the detour over A and then B on one leg. */
  #bothEndsS(leg: number): number {
    const through = toA[leg]! + this.#betweenRad + toB[leg + 1]!;
    return (
      Math.max(0, through - this.#route.legRad[leg]! - 4 * this.#route.offRad) * this.#detourSPerRad
    );
  }

  /** Lower bound for the detour over the place on this leg. */
  #minDetourRad(leg: number, toPlace: Float64Array): number {
    return toPlace[leg]! + toPlace[leg + 1]! - this.#route.legRad[leg]! - 4 * this.#route.offRad;
  }

  #fetchS(over: number): number {
    return over <= this.#extraRad ? Math.max(0, over) * this.#detourSPerRad : Infinity;
  }

  /** Going to the place and back to the leg adds two walks at most, so a walk is at least half of the detour. */
  #walkS(over: number, leg: number): number {
    if (over > 2 * this.#walkRad) return Infinity;
    let distanceRad = Math.max(0, over / 2);
    // The perpendicular foot is then beyond the end of the leg by a walk at most, which is not far.
    if (this.#route.legRad[leg]! > LEGS_OF_WALKS * this.#walkRad)
      distanceRad = Math.max(distanceRad, this.#route.minDistanceToLegRad(leg));
    if (distanceRad > this.#walkRad) return Infinity;
    return distanceRad * this.#walkSPerRad;
  }

  /** Lower bound for the weight of the pickup time on this leg; Infinity if no pickup fits the window. */
  #hourS(leg: number, startS: number, walkRad: number): number {
    const route = this.#route;
    const legRad = route.legRad[leg]!;
    const nearest = Math.max(0, toA[leg]! - walkRad);
    const farthest = toA[leg]! + walkRad;
    let fromS = startS;
    let toS = startS;
    // The share of the leg and its detour that is driven before the place; the total lies between the leg and the leg
    // plus the maximum detour.
    const extra = Math.max(0, this.#extraRad);
    const farthestRad = farthest + route.offRad;
    const shortest = legRad - 2 * route.offRad;
    fromS +=
      route.roadS[leg]! *
      Math.min(1, Math.max(0, nearest - route.offRad) / (legRad + 2 * route.offRad + extra));
    toS +=
      (route.roadS[leg]! + extra * this.#detourSPerRad) *
      (farthestRad < shortest ? farthestRad / shortest : 1);
    const firstMs = route.departsAtMs + fromS * 1000;
    const lastMs = route.departsAtMs + toS * 1000;
    if (firstMs > this.#lastMs || lastMs < this.#firstMs) return Infinity;
    const { atMs, from } = this.#search!.search;
    const { waitWeight, nightWeight } = this.#settings;
    if (atMs === undefined)
      return (
        nightWeight *
        minNightSeconds(firstMs - SLACK_MS, lastMs + SLACK_MS, from.lng, this.#settings)
      );
    const waitMs = Math.max(0, firstMs - atMs, atMs - lastMs);
    return (waitWeight * Math.max(0, waitMs - SLACK_MS)) / 1000;
  }
}

// All code here is synchronous, so one set of columns serves every search.
let toA = new Float64Array(16);
let toB = new Float64Array(16);
let walks = new Float64Array(16);
let fetches = new Float64Array(16);
let detours = new Float64Array(16);

const reserveColumns = (points: number): void => {
  if (points <= toA.length) return;
  toA = new Float64Array(2 * points);
  toB = new Float64Array(2 * points);
  walks = new Float64Array(2 * points);
  fetches = new Float64Array(2 * points);
  detours = new Float64Array(2 * points);
};
