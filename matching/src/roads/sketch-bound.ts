import { distanceM } from "../geo.ts";
import type { Vec } from "../geometry/sphere.ts";
import type { MatchSettings } from "../model.ts";
import { minHourSeconds } from "../ranking.ts";
import { maxExtraRad } from "../rule/best-combination.ts";
import type { LimitTolerance, PreparedSearch } from "../rule/best-combination.ts";
import type { Route } from "../rule/route.ts";
import { KnownRoads } from "./driving-cost.ts";
import { MEETING_POINT_OFF_LINE_M, minus, NO_ROAD, plus } from "./road-ride.ts";
import type { Road, RoadLookup } from "./road-ride.ts";
import { findNearPart } from "../storage/cap-pages.ts";
import type { NearPart } from "../storage/cap-pages.ts";
import type { RouteSketch } from "./route-sketch.ts";

const SLACK_MS = 2;
const SLACK_S = 1e-3;
const SLACK_M = 1e-2;

/** How a passenger may get in on a leg: on foot somewhere on a part of it, or fetched. */
interface Pickup {
  readonly leg: number;
  /** The part of the leg that is near the place; undefined if fetched. */
  readonly part: NearPart | undefined;
  /** From the first point of the leg, if fetched. */
  readonly to: Road | undefined;
  /** The detour of being fetched if the passenger gets out on another leg. */
  readonly extra: Road;
  /** Least drive on the rest of the leg. */
  readonly onS: number;
  /** Least weight of the hour. */
  readonly hourS: number;
}

/**
 * Lower bound for the order of a ride on roads, from the roads between its points and the search, and from where its
 * line passes. Infinity for nearly every ride that does not match.
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
      const onFoot = this.#pickupOnFoot(leg, startS);
      if (onFoot) least = Math.min(least, this.#leastOrder(onFoot));
      const fetched = this.#pickupByCar(leg, startS);
      if (fetched) least = Math.min(least, this.#leastOrder(fetched));
      startS += sketch.legs[leg]!.durationS;
    }
    return least - SLACK_S;
  }

  #pickupOnFoot(leg: number, startS: number): Pickup | undefined {
    if (!this.#hasSeats(leg)) return undefined;
    const part = this.#nearPart(leg, this.#prepared.from);
    if (!part) return undefined;
    const { durationS } = this.#sketch.legs[leg]!;
    const hourS = this.#hourS(startS + part.from * durationS, startS + part.to * durationS);
    const onS = (1 - part.to) * durationS;
    return hourS < Infinity
      ? {
          leg,
          part,
          to: undefined,
          extra: NO_ROAD,
          onS,
          hourS,
        }
      : undefined;
  }

  #pickupByCar(leg: number, startS: number): Pickup | undefined {
    if (!this.#fetches || !this.#hasSeats(leg)) return undefined;
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    const to = this.#roads.between(points[leg]!, search.from);
    if (!to || !this.#isShortEnough(minus(to, legs[leg]!))) return undefined;
    const atS = startS + to.durationS;
    const hourS = this.#hourS(atS, atS);
    if (hourS === Infinity) return undefined;
    const on = this.#roads.between(search.from, points[leg + 1]!);
    const extra = on ? minus(plus(to, on), legs[leg]!) : UNREACHABLE;
    return {
      leg,
      part: undefined,
      to,
      extra,
      onS: on?.durationS ?? Infinity,
      hourS,
    };
  }

  #leastOrder(pickup: Pickup): number {
    const { legs } = this.#sketch;
    let leastS = this.#leastOnOneLegS(pickup);
    let betweenS = 0;
    for (let last = pickup.leg + 1; last < legs.length && this.#hasSeats(last); last++) {
      const onTwoLegsS = this.#leastOnTwoLegsS(pickup, last);
      leastS = Math.min(leastS, pickup.onS + betweenS + onTwoLegsS);
      betweenS += legs[last]!.durationS;
    }
    return leastS - this.#prepared.directS + pickup.hourS;
  }

  /** Least time in the car if the passenger gets out on the leg of the pickup. */
  #leastOnOneLegS({ leg, part, to }: Pickup): number {
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    const road = legs[leg]!;
    const dropoff = this.#nearPart(leg, this.#prepared.to);
    let leastS = Infinity;
    if (dropoff && to) leastS = this.#straightS(1);
    else if (dropoff && part && dropoff.to >= part.from)
      leastS = Math.max(this.#straightS(2), (dropoff.from - part.to) * road.durationS);
    if (!this.#fetches) return leastS;

    const from = this.#roads.between(search.to, points[leg + 1]!);
    if (!from || !this.#isShortEnough(minus(from, road))) return leastS;
    if (!to) return Math.min(leastS, this.#straightS(1));
    const between = this.#roads.between(search.from, search.to);
    if (!between || !this.#isShortEnough(minus(plus(plus(to, between), from), road))) return leastS;
    return Math.min(leastS, between.durationS);
  }

  /** Least time in the car on the leg of the dropoff, which is another one. */
  #leastOnTwoLegsS(pickup: Pickup, last: number): number {
    if (!this.#isShortEnough(pickup.extra)) return Infinity;
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    const part = this.#nearPart(last, this.#prepared.to);
    const onFootS = part ? part.from * legs[last]!.durationS : Infinity;
    if (!this.#fetches) return onFootS;

    const until = this.#roads.between(points[last]!, search.to);
    const from = until && this.#roads.between(search.to, points[last + 1]!);
    if (!until || !from) return onFootS;
    const extra = minus(plus(until, from), legs[last]!);
    const both = plus(atLeastZero(pickup.extra), atLeastZero(extra));
    return this.#isShortEnough(both) ? Math.min(onFootS, until.durationS) : onFootS;
  }

  /** The part of a leg from which one can walk to a place. */
  #nearPart(leg: number, place: Vec): NearPart | undefined {
    const { caps, firstCaps } = this.#sketch;
    const capsOfLeg = {
      span: caps,
      first: firstCaps[leg]!,
      end: firstCaps[leg + 1]!,
    };
    return findNearPart(capsOfLeg, place, this.#onFootM);
  }

  /** Least time in the car between two places, of which some are walked from or to. */
  #straightS(walks: number): number {
    const driven = Math.max(0, this.#straightM - walks * this.#onFootM);
    return driven / this.#sketch.fastestMps;
  }

  /** Least weight of a pickup at these times after the departure; Infinity if none is in the window. */
  #hourS(fromS: number, toS: number): number {
    const { departsAtMs } = this.#route;
    const firstMs = Math.max(this.#firstMs, departsAtMs + 1000 * fromS - SLACK_MS);
    const lastMs = Math.min(this.#lastMs, departsAtMs + 1000 * toS + SLACK_MS);
    return firstMs <= lastMs
      ? minHourSeconds(firstMs, lastMs, this.#prepared.search, this.#settings)
      : Infinity;
  }

  #hasSeats(leg: number): boolean {
    return this.#route.seatsLeft[leg]! >= this.#prepared.search.seats;
  }

  #isShortEnough(road: Road): boolean {
    return road.distanceM <= this.#limitM && road.durationS <= this.#limitS;
  }
}

const atLeastZero = (road: Road): Road => ({
  distanceM: Math.max(0, road.distanceM),
  durationS: Math.max(0, road.durationS),
});

const UNREACHABLE: Road = {
  distanceM: Infinity,
  durationS: Infinity,
};
