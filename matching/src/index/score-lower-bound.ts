import { NO_TOLERANCE, maxExtraRad } from "../rule/best-combination.ts";
import type { PreparedSearch, LimitTolerance } from "../rule/best-combination.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import type { RidePages } from "../storage/ride-pages.ts";
import { RoundedRoute } from "./rounded-route.ts";
import { leastNightSeconds } from "../ranking.ts";
import { angle } from "../geometry/sphere.ts";

// Beyond this size chords are too inaccurate: such a ride is always measured exactly.
const FAR_UNIT = 0.3 / 32_767;
const FAR_EXTRA_RAD = 0.1;
// Instants are rounded to whole milliseconds. All other rounding here is a thousandth of that.
const SLACK_MS = 2;
const SLACK_S = 1e-3;
const LEGS_OF_WALKS = 4;

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
  readonly #driveSPerRad: number;
  readonly #way: RoundedRoute;
  #asked: PreparedSearch | undefined;
  #stretch: LimitTolerance = NO_TOLERANCE;
  #walkRad = 0;
  #firstMs = 0;
  #lastMs = 0;
  #extraRad = 0;
  #betweenRad = 0;

  constructor(rides: RidePages, settings: MatchSettings) {
    this.#rides = rides;
    this.#settings = settings;
    this.#driveSPerRad = (settings.roadFactor * EARTH_RADIUS_M) / settings.driveMps;
    this.#walkSPerRad = (settings.walkWeight * settings.walkFactor * EARTH_RADIUS_M) / settings.walkMps;
    this.#way = new RoundedRoute(this.#driveSPerRad);
  }

  /** Begins a search. */
  startSearch(prepared: PreparedSearch, tolerance: LimitTolerance): void {
    const { search } = prepared;
    this.#asked = prepared;
    this.#stretch = tolerance;
    this.#walkRad = (search.walkM * tolerance.walk) / this.#settings.walkFactor / EARTH_RADIUS_M;
    this.#firstMs = search.departsAfterMs - tolerance.windowMs - SLACK_MS;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs + SLACK_MS;
    this.#betweenRad = angle(prepared.from, prepared.to);
  }

  /**
   * Lower bound for any ride, without waiting. The shortest route goes straight on from the point that the passenger
   * walks to; only a known road can be faster than the estimate for the direct route.
   */
  get leastS(): number {
    if (this.#rides.points.roads.spans.next > 0) return -this.#asked!.directS - SLACK_S;
    return 2 * this.#walkRad * Math.min(0, this.#walkSPerRad - this.#driveSPerRad) - SLACK_S;
  }

  /** Lower bound for the ride in a slot. O(points). */
  calculate(slot: number): number {
    const way = this.#way;
    way.load(this.#rides, slot);
    this.#extraRad = maxExtraRad(way, this.#settings, this.#stretch);
    if (way.unit > FAR_UNIT || this.#extraRad > FAR_EXTRA_RAD) return this.leastS;
    const { from, to } = this.#asked!;
    const most = Math.max(this.#extraRad, 2 * this.#walkRad);
    if (!way.mayPass(from, most) || !way.mayPass(to, most)) return Infinity;
    reserveColumns(way.legs + 1);
    way.measure(this.#rides);
    way.anglesTo(from, toA);
    if (!this.#pickups()) return Infinity;
    way.anglesTo(to, toB);
    return this.#overDropoffs() - this.#asked!.directS - SLACK_S;
  }

  /**
   * Writes the lower bound of a pickup on each leg, including its time of day but not the drive. Returns false if no
   * pickup fits the window.
   */
  #pickups(): boolean {
    const way = this.#way;
    let startS = 0;
    let any = false;
    for (let leg = 0; leg < way.legs; leg++) {
      const over = this.#overOf(leg, toA);
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
      startS += way.roadS[leg]!;
    }
    return any;
  }

  /** Minimum over all ordered pairs of legs with no full leg between them, in one pass. */
  #overDropoffs(): number {
    const way = this.#way;
    const mostS = this.#extraRad * this.#driveSPerRad + SLACK_S;
    const { seats } = this.#asked!.search;
    let least = Infinity;
    // Among the pickups since the last full leg, including the drive from there to this leg: the best on foot, the best
    // fetched, and the least detour of these.
    let walked = Infinity;
    let fetched = Infinity;
    let detour = Infinity;
    for (let leg = 0; leg < way.legs; leg++) {
      if (way.seatsLeft(leg) < seats) {
        walked = fetched = detour = Infinity;
        continue;
      }
      const pickupWalk = walks[leg]!;
      const pickupFetch = fetches[leg]!;
      if (walked < Infinity || fetched < Infinity || pickupWalk < Infinity || pickupFetch < Infinity) {
        const over = this.#overOf(leg, toB);
        const walkS = this.#walkS(over, leg);
        const fetchS = this.#fetchS(over);
        if (walkS < Infinity || fetchS < Infinity) {
          const fetchedS = fetchS < Infinity ? 0 : Infinity;
          const toWalkS = walkS + this.#partS(leg, toB[leg]!, this.#walkRad);
          const toFetchS = fetchedS + this.#partS(leg, toB[leg]!, 0);
          least = Math.min(least, walked + Math.min(toWalkS, toFetchS), fetched + toWalkS);
          if (detour + fetchS <= mostS) least = Math.min(least, fetched + toFetchS);
          const bothWalkS = pickupWalk + walkS + this.#partS(leg, this.#betweenRad, 2 * this.#walkRad);
          const oneWalkS = Math.min(pickupWalk + fetchedS, pickupFetch + walkS);
          least = Math.min(least, bothWalkS, oneWalkS + this.#partS(leg, this.#betweenRad, this.#walkRad));
          if (fetchS < Infinity && pickupFetch < Infinity && this.#bothS(leg) <= mostS)
            least = Math.min(least, pickupFetch + this.#partS(leg, this.#betweenRad, 0));
        }
      }
      const after = toA[leg + 1]!;
      const legS = way.hasRoads ? way.roadS[leg]! : way.roadS[leg]! - 2 * way.offRad * this.#driveSPerRad;
      walked = Math.min(walked + legS, pickupWalk + this.#partS(leg, after, this.#walkRad));
      fetched = Math.min(fetched + legS, pickupFetch + this.#partS(leg, after, 0));
      if (pickupFetch < Infinity) detour = Math.min(detour, detours[leg]!);
    }
    return least;
  }

  /**
   * Lower bound for the time on a piece of a leg, apart from the walks to its ends. Walks shorten the piece only if the
   * road is known; otherwise they are subtracted from the walks themselves.
   */
  #partS(leg: number, lengthRad: number, walkRad: number): number {
    const way = this.#way;
    if (!way.hasRoads) return (lengthRad - way.offRad) * this.#driveSPerRad;
    const most = way.legRad[leg]! + 2 * way.offRad + Math.max(0, this.#extraRad);
    const shortest = lengthRad - way.offRad - walkRad;
    return shortest > 0 ? way.roadS[leg]! * Math.min(1, shortest / most) : 0;
  }

  /** Lower bound for the detour over A and then B on one leg. */
  #bothS(leg: number): number {
    const through = toA[leg]! + this.#betweenRad + toB[leg + 1]!;
    return Math.max(0, through - this.#way.legRad[leg]! - 4 * this.#way.offRad) * this.#driveSPerRad;
  }

  /** Lower bound for the detour over the place on this leg. */
  #overOf(leg: number, toPlace: Float64Array): number {
    return toPlace[leg]! + toPlace[leg + 1]! - this.#way.legRad[leg]! - 4 * this.#way.offRad;
  }

  #fetchS(over: number): number {
    return over <= this.#extraRad ? Math.max(0, over) * this.#driveSPerRad : Infinity;
  }

  /** Going to the place and back to the leg adds two walks at most, so a walk is at least half of the detour. */
  #walkS(over: number, leg: number): number {
    if (over > 2 * this.#walkRad) return Infinity;
    let awayRad = Math.max(0, over / 2);
    // The perpendicular foot is then beyond the end of the leg by a walk at most, which is not far.
    if (this.#way.legRad[leg]! > LEGS_OF_WALKS * this.#walkRad)
      awayRad = Math.max(awayRad, this.#way.minDistanceToLegRad(leg));
    if (awayRad > this.#walkRad) return Infinity;
    if (this.#way.hasRoads) return awayRad * this.#walkSPerRad;
    // A walk may go in the driving direction, which saves driving that distance: subtract it.
    const perRad = this.#walkSPerRad - this.#driveSPerRad;
    return perRad * (perRad < 0 ? this.#walkRad : awayRad);
  }

  /** Lower bound for the weight of the pickup time on this leg; Infinity if no pickup fits the window. */
  #hourS(leg: number, startS: number, walkRad: number): number {
    const way = this.#way;
    const legRad = way.legRad[leg]!;
    const nearest = Math.max(0, toA[leg]! - walkRad);
    const farthest = toA[leg]! + walkRad;
    let fromS = startS;
    let toS = startS;
    if (way.hasRoads) {
      // The share of the leg and its detour that is driven before the place; the total lies between the leg and the leg
      // plus the maximum detour.
      const extra = Math.max(0, this.#extraRad);
      const most = farthest + way.offRad;
      const shortest = legRad - 2 * way.offRad;
      fromS += way.roadS[leg]! * Math.min(1, Math.max(0, nearest - way.offRad) / (legRad + 2 * way.offRad + extra));
      toS += (way.roadS[leg]! + extra * this.#driveSPerRad) * (most < shortest ? most / shortest : 1);
    } else {
      const offRad = (2 * leg + 1) * way.offRad;
      fromS += (nearest - offRad) * this.#driveSPerRad;
      toS += (farthest + offRad) * this.#driveSPerRad;
    }
    const firstMs = way.departsAtMs + fromS * 1000;
    const lastMs = way.departsAtMs + toS * 1000;
    if (firstMs > this.#lastMs || lastMs < this.#firstMs) return Infinity;
    const { atMs, from } = this.#asked!.search;
    const { waitWeight, nightWeight } = this.#settings;
    if (atMs === undefined)
      return nightWeight * leastNightSeconds(firstMs - SLACK_MS, lastMs + SLACK_MS, from.lng, this.#settings);
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
