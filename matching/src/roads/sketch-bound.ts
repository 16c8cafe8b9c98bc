import { distanceM } from "../geo.ts";
import type { MatchSettings } from "../model.ts";
import { orderOf } from "../ranking.ts";
import { maxExtraRad } from "../rule/best-combination.ts";
import type { LimitTolerance, PreparedSearch } from "../rule/best-combination.ts";
import type { Route } from "../rule/route.ts";
import { KnownRoads } from "./driving-cost.ts";
import { MEETING_POINT_OFF_LINE_M, minus, NO_ROAD, plus } from "./road-ride.ts";
import type { Road, RoadLookup } from "./road-ride.ts";
import { firstCapNear, lastCapNear } from "./route-sketch.ts";
import type { RouteSketch } from "./route-sketch.ts";

const SLACK_MS = 2;
const SLACK_S = 1e-3;
const SLACK_M = 1e-2;

/** How a passenger may get in on a leg. */
interface Pickup {
  readonly leg: number;
  /** The detour for being fetched, if another leg is used to get out; on foot there is none. */
  readonly extra: Road;
  /** The drive on the leg after the pickup, at least. */
  readonly onS: number;
  readonly isFetched: boolean;
  /** From the first point of the leg. Undefined on foot. */
  readonly to: Road | undefined;
  /** The first cap near the place; -1 if fetched. */
  readonly cap: number;
}

/**
 * Lower bound for the order of a ride on roads, from the roads between its points and the search, and from where its
 * line passes. Exact for a passenger who is fetched and brought; Infinity for nearly every ride that does not match.
 */
export class SketchBound {
  readonly #settings: MatchSettings;
  readonly #prepared: PreparedSearch;
  readonly #tolerance: LimitTolerance;
  readonly #roads: KnownRoads;
  /** Farthest from a place where someone on foot meets a car. */
  readonly #onFootM: number;
  readonly #straightM: number;
  readonly #firstMs: number;
  readonly #lastMs: number;
  #sketch!: RouteSketch;
  #route!: Route;
  #limitM = 0;
  #limitS = 0;
  #fetches = false;

  constructor(
    prepared: PreparedSearch,
    tolerance: LimitTolerance,
    lookup: RoadLookup,
    settings: MatchSettings,
  ) {
    const { search } = prepared;
    this.#prepared = prepared;
    this.#tolerance = tolerance;
    this.#roads = new KnownRoads(lookup);
    this.#settings = settings;
    this.#onFootM = search.walkM * tolerance.walk + MEETING_POINT_OFF_LINE_M;
    this.#straightM = distanceM(search.from, search.to);
    this.#firstMs = search.departsAfterMs - tolerance.windowMs - SLACK_MS;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs + SLACK_MS;
  }

  /** Lower bound for a ride, whose times, seats and limits are those of the route. */
  calculate(sketch: RouteSketch, route: Route): number {
    this.#sketch = sketch;
    this.#route = route;
    this.#limitM = route.maxDetourM * this.#tolerance.detour + SLACK_M;
    this.#limitS = route.maxDetourS * this.#tolerance.detour + SLACK_S;
    this.#fetches = maxExtraRad(route, this.#settings, this.#tolerance) >= 0;
    let least = Infinity;
    let startS = 0;
    for (let leg = 0; leg < sketch.legs.length; leg++) {
      for (const pickup of this.#pickups(leg, startS))
        least = Math.min(least, this.#leastOrder(pickup, startS));
      startS += sketch.legs[leg]!.durationS;
    }
    return least - SLACK_S;
  }

  /** The ways to get in on a leg within the limits and the window. */
  #pickups(leg: number, startS: number): Pickup[] {
    const { points, legs } = this.#sketch;
    const { search, from } = this.#prepared;
    const road = legs[leg]!;
    const pickups: Pickup[] = [];
    if (this.#route.seatsLeft[leg]! < search.seats) return pickups;

    const cap = firstCapNear(this.#sketch, leg, from, this.#onFootM);
    if (cap >= 0 && this.#isInWindow(startS, startS + road.durationS))
      pickups.push({ leg, extra: NO_ROAD, onS: 0, isFetched: false, to: undefined, cap });

    if (!this.#fetches) return pickups;
    const to = this.#roads.between(points[leg]!, search.from);
    if (!to || !this.#isShortEnough(minus(to, road))) return pickups;
    if (!this.#isInWindow(startS + to.durationS, startS + to.durationS)) return pickups;
    const on = this.#roads.between(search.from, points[leg + 1]!);
    const extra = on ? minus(plus(to, on), road) : UNREACHABLE;
    pickups.push({ leg, extra, onS: on?.durationS ?? Infinity, isFetched: true, to, cap: -1 });
    return pickups;
  }

  #leastOrder(pickup: Pickup, startS: number): number {
    const { legs } = this.#sketch;
    const { seats } = this.#prepared.search;
    let least = this.#leastOnOneLeg(pickup, startS);
    let betweenS = 0;
    for (let last = pickup.leg + 1; last < legs.length; last++) {
      if (this.#route.seatsLeft[last]! < seats) break;
      least = Math.min(least, this.#leastOnTwoLegs(pickup, last, startS, betweenS));
      betweenS += legs[last]!.durationS;
    }
    return least;
  }

  #leastOnOneLeg(pickup: Pickup, startS: number): number {
    const { leg, to, isFetched } = pickup;
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    const road = legs[leg]!;
    const dropoffCap = lastCapNear(this.#sketch, leg, this.#prepared.to, this.#onFootM);
    let least = Infinity;
    if (dropoffCap >= Math.max(0, pickup.cap)) {
      const walks = isFetched ? 1 : 2;
      least = this.#orderOf(pickup, startS, this.#straightS(walks));
    }
    if (!this.#fetches) return least;

    const from = this.#roads.between(search.to, points[leg + 1]!);
    if (!from || !this.#isShortEnough(minus(from, road))) return least;
    if (!to) return Math.min(least, this.#orderOf(pickup, startS, this.#straightS(1)));
    const between = this.#roads.between(search.from, search.to);
    if (!between || !this.#isShortEnough(minus(plus(plus(to, between), from), road))) return least;
    return Math.min(least, this.#orderOf(pickup, startS, between.durationS));
  }

  #leastOnTwoLegs(pickup: Pickup, last: number, startS: number, betweenS: number): number {
    if (!this.#isShortEnough(pickup.extra)) return Infinity;
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    let least = Infinity;
    if (lastCapNear(this.#sketch, last, this.#prepared.to, this.#onFootM) >= 0)
      least = this.#orderOf(pickup, startS, pickup.onS + betweenS);
    if (!this.#fetches) return least;

    const until = this.#roads.between(points[last]!, search.to);
    const from = until && this.#roads.between(search.to, points[last + 1]!);
    if (!until || !from) return least;
    const extra = minus(plus(until, from), legs[last]!);
    const both = plus(atLeastZero(pickup.extra), atLeastZero(extra));
    if (!this.#isShortEnough(both)) return least;
    return Math.min(least, this.#orderOf(pickup, startS, pickup.onS + betweenS + until.durationS));
  }

  /** The order with this time in the car, without walks; the hour counts only if the pickup is known. */
  #orderOf({ to }: Pickup, startS: number, rideS: number): number {
    const { search, directS } = this.#prepared;
    if (!to) return rideS - directS;
    const pickupAtMs = Math.round(this.#route.departsAtMs + (startS + to.durationS) * 1000);
    return orderOf({ rideS, walkS: 0, pickupAtMs }, search, directS, this.#settings);
  }

  /** Least time in the car between two places, of which some are walked from or to. */
  #straightS(walks: number): number {
    const driven = Math.max(0, this.#straightM - walks * this.#onFootM);
    return driven / this.#sketch.fastestMps;
  }

  #isInWindow(fromS: number, toS: number): boolean {
    const { departsAtMs } = this.#route;
    return departsAtMs + 1000 * fromS <= this.#lastMs && departsAtMs + 1000 * toS >= this.#firstMs;
  }

  #isShortEnough({ distanceM: metres, durationS }: Road): boolean {
    return metres <= this.#limitM && durationS <= this.#limitS;
  }
}

const atLeastZero = ({ distanceM: metres, durationS }: Road): Road => ({
  distanceM: Math.max(0, metres),
  durationS: Math.max(0, durationS),
});

const UNREACHABLE: Road = { distanceM: Infinity, durationS: Infinity };
