import { distanceM } from "../geo.ts";
import type { LatLng } from "../geo.ts";
import { vecOf } from "../geometry/sphere.ts";
import type { Vec } from "../geometry/sphere.ts";
import type { MatchRide, MatchSettings } from "../model.ts";
import { minHourSeconds } from "../ranking.ts";
import { maxExtraRad } from "../rule/best-combination.ts";
import type { LimitTolerance, PreparedSearch } from "../rule/best-combination.ts";
import { KnownRoads } from "./driving-cost.ts";
import { MEETING_POINT_OFF_LINE_M, minRoad, minus, NO_ROAD, plus } from "./road-ride.ts";
import type { Road, RoadLookup } from "./road-ride.ts";
import { findNearPart } from "../storage/line-pages.ts";
import type { NearPart } from "../storage/line-pages.ts";
import type { RouteSketch } from "./route-sketch.ts";

const SLACK_MS = 2;
const SLACK_S = 1e-3;
const SLACK_M = 1e-2;

/**
 * Where someone on foot can meet a car near each place of a search: only at these stops and at the points of rides;
 * anywhere if undefined. Each is at most `MEETING_POINT_OFF_LINE_M` beside the line of a ride that is met there.
 */
export interface ReachableStops {
  readonly from?: readonly LatLng[] | undefined;
  readonly to?: readonly LatLng[] | undefined;
}

/** What is known around the places of a search. */
interface Surroundings {
  readonly roads: RoadLookup;
  readonly stops?: ReachableStops | undefined;
}

/** One place of a search, for someone on foot. */
interface PlaceOnFoot {
  readonly place: LatLng;
  readonly at: Vec;
  readonly stops: readonly Vec[] | undefined;
}

/** What changes of a ride that stays on its roads. */
export interface RideTerms extends Pick<MatchRide, "departsAtMs" | "maxDetourM" | "maxDetourS"> {
  readonly seatsLeft: ArrayLike<number>;
}

/** How a passenger may get in on a leg: on foot somewhere on a part of it, or fetched. */
interface Pickup {
  readonly leg: number;
  /** The part of the leg that is near the place; undefined if fetched. */
  readonly part: NearPart | undefined;
  /** From the first point of the leg, at least. */
  readonly to: Road;
  /** Least weight of the hour. */
  readonly hourS: number;
}

/** The rest of the leg of a pickup, for a passenger who gets out on another leg. */
interface Onward {
  readonly durationS: number;
  /** The detour so far. */
  readonly extra: Road;
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
  readonly #origin: PlaceOnFoot;
  readonly #destination: PlaceOnFoot;
  readonly #straightM: number;
  readonly #firstMs: number;
  readonly #lastMs: number;
  #sketch!: RouteSketch;
  #terms!: RideTerms;
  #limitM = 0;
  #limitS = 0;
  #fetches = false;

  constructor(
    prepared: PreparedSearch,
    tolerance: LimitTolerance,
    { roads, stops }: Surroundings,
    settings: MatchSettings,
  ) {
    const { search, from, to } = prepared;
    this.#prepared = prepared;
    this.#tolerance = tolerance;
    this.#roads = new KnownRoads(roads);
    this.#settings = settings;
    this.#onFootM = search.walkM * tolerance.walk + MEETING_POINT_OFF_LINE_M;
    this.#origin = {
      place: search.from,
      at: from,
      stops: stops?.from?.map(vecOf),
    };
    this.#destination = {
      place: search.to,
      at: to,
      stops: stops?.to?.map(vecOf),
    };
    this.#straightM = distanceM(search.from, search.to);
    this.#firstMs = search.departsAfterMs - tolerance.windowMs - SLACK_MS;
    this.#lastMs = search.departsBeforeMs + tolerance.windowMs + SLACK_MS;
  }

  /** Lower bound for the ride of a sketch. */
  calculate(sketch: RouteSketch, terms: RideTerms): number {
    this.#sketch = sketch;
    this.#terms = terms;
    this.#limitM = terms.maxDetourM * this.#tolerance.detour + SLACK_M;
    this.#limitS = terms.maxDetourS * this.#tolerance.detour + SLACK_S;
    this.#fetches = maxExtraRad(terms, this.#settings, this.#tolerance) >= 0;
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
    const part = this.#nearPart(leg, this.#origin);
    if (!part) return undefined;
    const { durationS } = this.#sketch.legs[leg]!;
    const hourS = this.#hourS(startS + part.from * durationS, startS + part.to * durationS);
    const to = this.#driven(leg, part.from);
    return hourS < Infinity ? { leg, part, to, hourS } : undefined;
  }

  #pickupByCar(leg: number, startS: number): Pickup | undefined {
    if (!this.#fetches || !this.#hasSeats(leg)) return undefined;
    const { points } = this.#sketch;
    const { from } = this.#prepared.search;
    const leastOn = minRoad(from, points[leg + 1]!);
    // Great circles are compared first: to find the road at a place takes a hundred times as long.
    if (!this.#isShortEnough(this.#extraOn(leg, plus(minRoad(points[leg]!, from), leastOn))))
      return undefined;
    const to = this.#roads.between(points[leg]!, from);
    if (!to || !this.#isShortEnough(this.#extraOn(leg, plus(to, leastOn)))) return undefined;
    const atS = startS + to.durationS;
    const hourS = this.#hourS(atS, atS);
    return hourS < Infinity ? { leg, part: undefined, to, hourS } : undefined;
  }

  #leastOrder(pickup: Pickup): number {
    const onOneLegS = this.#leastOnOneLegS(pickup);
    const onward = this.#onwardFrom(pickup);
    const onMoreLegsS = onward ? this.#leastOnMoreLegsS(onward, pickup.leg + 1) : Infinity;
    return Math.min(onOneLegS, onMoreLegsS) - this.#prepared.directS + pickup.hourS;
  }

  /** Least time in the car if the passenger gets out on the leg of the pickup. */
  #leastOnOneLegS({ leg, part, to }: Pickup): number {
    const { points, legs } = this.#sketch;
    const { search } = this.#prepared;
    const straight = this.#straight(part ? 1 : 0);
    const dropoff = this.#nearPart(leg, this.#destination);
    let leastS = Infinity;
    if (dropoff && part && dropoff.to >= part.from) {
      const alongS = (dropoff.from - part.to) * legs[leg]!.durationS;
      leastS = Math.max(this.#straight(2).durationS, alongS);
    } else if (dropoff && !part) {
      const walked = this.#straight(1);
      const extra = minus(plus(to, walked), this.#driven(leg, dropoff.to));
      if (this.#isShortEnough(extra)) leastS = walked.durationS;
    }
    if (!this.#fetches) return leastS;

    const toDropoff = plus(to, straight);
    const leastFrom = minRoad(search.to, points[leg + 1]!);
    if (!this.#isShortEnough(this.#extraOn(leg, plus(toDropoff, leastFrom)))) return leastS;
    const from = this.#roads.between(search.to, points[leg + 1]!);
    if (!from || !this.#isShortEnough(this.#extraOn(leg, plus(toDropoff, from)))) return leastS;
    if (part) return Math.min(leastS, straight.durationS);
    const between = this.#roads.between(search.from, search.to);
    if (!between) return leastS;
    const extra = this.#extraOn(leg, plus(plus(to, between), from));
    return this.#isShortEnough(extra) ? Math.min(leastS, between.durationS) : leastS;
  }

  /** Undefined if there is no next leg for this passenger. */
  #onwardFrom({ leg, part, to }: Pickup): Onward | undefined {
    const { points, legs } = this.#sketch;
    if (leg + 1 === legs.length || !this.#hasSeats(leg + 1)) return undefined;
    if (part) return { durationS: (1 - part.to) * legs[leg]!.durationS, extra: NO_ROAD };
    const on = this.#roads.between(this.#prepared.search.from, points[leg + 1]!);
    if (!on) return undefined;
    const extra = this.#extraOn(leg, plus(to, on));
    return this.#isShortEnough(extra) ? { durationS: on.durationS, extra } : undefined;
  }

  /** Least time in the car if the passenger gets out on the leg `next` or a later one. */
  #leastOnMoreLegsS(onward: Onward, next: number): number {
    const { legs } = this.#sketch;
    let leastS = Infinity;
    let betweenS = 0;
    for (let last = next; last < legs.length && this.#hasSeats(last); last++) {
      leastS = Math.min(leastS, onward.durationS + betweenS + this.#leastOnLastLegS(onward, last));
      betweenS += legs[last]!.durationS;
    }
    return leastS;
  }

  /** Least time in the car on the leg of the dropoff, which is not that of the pickup. */
  #leastOnLastLegS({ extra }: Onward, last: number): number {
    const { points, legs } = this.#sketch;
    const { to } = this.#prepared.search;
    const part = this.#nearPart(last, this.#destination);
    const onFootS = part ? part.from * legs[last]!.durationS : Infinity;
    if (!this.#fetches) return onFootS;

    const isDetourWith = (until: Road, from: Road): boolean => {
      const extraOut = this.#extraOn(last, plus(until, from));
      return this.#isShortEnough(plus(atLeastZero(extra), atLeastZero(extraOut)));
    };
    const leastFrom = minRoad(to, points[last + 1]!);
    if (!isDetourWith(minRoad(points[last]!, to), leastFrom)) return onFootS;
    const until = this.#roads.between(points[last]!, to);
    if (!until || !isDetourWith(until, leastFrom)) return onFootS;
    const from = this.#roads.between(to, points[last + 1]!);
    return from && isDetourWith(until, from) ? Math.min(onFootS, until.durationS) : onFootS;
  }

  /** How much longer a leg is if it leads over a place like this. */
  #extraOn(leg: number, over: Road): Road {
    return minus(over, this.#sketch.legs[leg]!);
  }

  /** A share of a leg, from its first point. */
  #driven(leg: number, share: number): Road {
    const { distanceM, durationS } = this.#sketch.legs[leg]!;
    return {
      distanceM: share * distanceM,
      durationS: share * durationS,
    };
  }

  /** The part of a leg from which one can walk to a place; undefined if the car passes no stop there. */
  #nearPart(leg: number, { place, at, stops }: PlaceOnFoot): NearPart | undefined {
    const { line, firstPieces, points } = this.#sketch;
    const pieces = {
      span: line,
      first: firstPieces[leg]!,
      end: firstPieces[leg + 1]!,
    };
    const part = findNearPart(pieces, at, this.#onFootM);
    if (!part || !stops) return part;

    const passesStop =
      stops.some((stop) => findNearPart(pieces, stop, MEETING_POINT_OFF_LINE_M)) ||
      distanceM(points[leg]!, place) <= this.#onFootM ||
      distanceM(points[leg + 1]!, place) <= this.#onFootM;
    return passesStop ? part : undefined;
  }

  /** The least drive between the two places of the search, of which some are walked from or to. */
  #straight(walks: number): Road {
    const distanceM = Math.max(0, this.#straightM - walks * this.#onFootM);
    return {
      distanceM,
      durationS: distanceM / this.#sketch.fastestMps,
    };
  }

  /** Least weight of a pickup at these times after the departure; Infinity if none is in the window. */
  #hourS(fromS: number, toS: number): number {
    const { departsAtMs } = this.#terms;
    const firstMs = Math.max(this.#firstMs, departsAtMs + 1000 * fromS - SLACK_MS);
    const lastMs = Math.min(this.#lastMs, departsAtMs + 1000 * toS + SLACK_MS);
    return firstMs <= lastMs
      ? minHourSeconds(firstMs, lastMs, this.#prepared.search, this.#settings)
      : Infinity;
  }

  #hasSeats(leg: number): boolean {
    return this.#terms.seatsLeft[leg]! >= this.#prepared.search.seats;
  }

  #isShortEnough(road: Road): boolean {
    return road.distanceM <= this.#limitM && road.durationS <= this.#limitS;
  }
}

const atLeastZero = (road: Road): Road => ({
  distanceM: Math.max(0, road.distanceM),
  durationS: Math.max(0, road.durationS),
});
