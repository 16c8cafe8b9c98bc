import { maxExtraRad, NO_TOLERANCE } from "./rule/best-combination.ts";
import { distanceM, nearestOnLeg } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import type { AccessMode, Match, MatchRide, MatchSettings, Search } from "./model.ts";
import { directSecondsOf, orderOf } from "./ranking.ts";

/** Distance and time of a drive between two places. */
export interface Road {
  readonly distanceM: number;
  readonly durationS: number;
}

/** A ride with known roads: each leg has its line from point to point. */
export interface RoadRide extends MatchRide {
  readonly legs: readonly (Road & { readonly line: readonly LatLng[] })[];
}

/** Looks up the road between two places: null if there is none, undefined if it is not known. */
export type RoadLookup = (from: LatLng, to: LatLng) => Road | null | undefined;

/** Result of the rule. `unknown` is true if a road was missing that might change the answer. */
export interface RoadMatch {
  readonly match: Match | undefined;
  readonly hasUnknownRoads: boolean;
}

/**
 * The rule of the section "Matching" in domain.md on known roads: road distances and times instead of great circles,
 * and the road line of a leg instead of a straight one. Looks up every pair it needs, regardless of the other results,
 * so one call with a lookup that knows nothing collects all of them. Every pair begins or ends at a point of the
 * search.
 */
export const matchOnRoads = (ride: RoadRide, search: Search, roads: RoadLookup, settings: MatchSettings): RoadMatch => {
  const queries = new RoadQueries(ride, roads);
  const pickups = findLegAccess(ride, search.from, search.walkM, settings);
  const dropoffs = findLegAccess(ride, search.to, search.walkM, settings);
  let best: Match | undefined;
  for (const pickup of pickups) {
    for (const dropoff of dropoffs) {
      if (dropoff.leg < pickup.leg || Math.min(...seatsOn(ride, pickup, dropoff)) < search.seats) continue;
      const driven = calculateDrivingCost(queries, pickup, dropoff);
      const match = driven && toMatchIfAllowed(ride, search, settings, { pickup, dropoff, driven });
      if (match && (best === undefined || isBetter(match, best))) best = match;
    }
  }
  return { match: best, hasUnknownRoads: queries.hasUnknownRoads };
};

/** One way to get in or out on one leg. `along` is what was driven on the leg before a passenger who walks. */
interface RoadLegAccess {
  readonly leg: number;
  readonly by: AccessMode;
  readonly at: LatLng;
  readonly walkM: number;
  readonly along: Road;
}

interface DrivingCost {
  readonly toPickupS: number;
  readonly distanceM: number;
  readonly durationS: number;
  readonly detourM: number;
  readonly detourS: number;
}

const NO_ROAD: Road = { distanceM: 0, durationS: 0 };
const plus = (a: Road, b: Road): Road => ({
  distanceM: a.distanceM + b.distanceM,
  durationS: a.durationS + b.durationS,
});
const minus = (a: Road, b: Road): Road => plus(a, { distanceM: -b.distanceM, durationS: -b.durationS });

/** Roads of one ride. Records whether a road was missing. */
class RoadQueries {
  readonly ride: RoadRide;
  readonly #roads: RoadLookup;
  hasUnknownRoads = false;

  constructor(ride: RoadRide, roads: RoadLookup) {
    this.ride = ride;
    this.#roads = roads;
  }

  between(from: LatLng, to: LatLng): Road | undefined {
    const road = this.#roads(from, to);
    if (road === undefined) this.hasUnknownRoads = true;
    return road ?? undefined;
  }

  /** From the first point of the leg to an end on the leg. */
  toEnd({ leg, by, at, along }: RoadLegAccess): Road | undefined {
    return by === "walk" ? along : this.between(this.ride.points[leg]!, at);
  }

  /** From an end to the last point of the leg. */
  fromEnd({ leg, by, at, along }: RoadLegAccess): Road | undefined {
    return by === "walk" ? minus(this.ride.legs[leg]!, along) : this.between(at, this.ride.points[leg + 1]!);
  }

  /** The drive before a leg. */
  before(leg: number): Road {
    return this.ride.legs.slice(0, leg).reduce(plus, NO_ROAD);
  }
}

const calculateDrivingCost = (
  queries: RoadQueries,
  pickup: RoadLegAccess,
  dropoff: RoadLegAccess,
): DrivingCost | undefined =>
  pickup.leg === dropoff.leg ? onOneLeg(queries, pickup, dropoff) : onTwoLegs(queries, pickup, dropoff);

const onOneLeg = (queries: RoadQueries, pickup: RoadLegAccess, dropoff: RoadLegAccess): DrivingCost | undefined => {
  const { leg } = pickup;
  const onFoot = pickup.by === "walk" && dropoff.by === "walk";
  const to = queries.toEnd(pickup);
  const between = onFoot ? minus(dropoff.along, pickup.along) : queries.between(pickup.at, dropoff.at);
  const from = queries.fromEnd(dropoff);
  // Two ends on foot must be in order along the line.
  if (to === undefined || between === undefined || from === undefined || between.distanceM < 0) return undefined;
  const extra = onFoot ? NO_ROAD : minus(plus(plus(to, between), from), queries.ride.legs[leg]!);
  return toDrivingCost(plus(queries.before(leg), to), between, [extra]);
};

const onTwoLegs = (queries: RoadQueries, pickup: RoadLegAccess, dropoff: RoadLegAccess): DrivingCost | undefined => {
  const [to, on] = [queries.toEnd(pickup), queries.fromEnd(pickup)];
  const [until, from] = [queries.toEnd(dropoff), queries.fromEnd(dropoff)];
  if (to === undefined || on === undefined || until === undefined || from === undefined) return undefined;
  const between = minus(queries.before(dropoff.leg), queries.before(pickup.leg + 1));
  const extras = [
    pickup.by === "walk" ? NO_ROAD : minus(plus(to, on), queries.ride.legs[pickup.leg]!),
    dropoff.by === "walk" ? NO_ROAD : minus(plus(until, from), queries.ride.legs[dropoff.leg]!),
  ];
  return toDrivingCost(plus(queries.before(pickup.leg), to), plus(plus(on, between), until), extras);
};

/** The detour is never negative, even if the routing engine finds a shorter route with a stop than without. */
const toDrivingCost = (toPickup: Road, between: Road, extras: readonly Road[]): DrivingCost => ({
  toPickupS: toPickup.durationS,
  ...between,
  detourM: extras.reduce((sum, extra) => sum + Math.max(0, extra.distanceM), 0),
  detourS: extras.reduce((sum, extra) => sum + Math.max(0, extra.durationS), 0),
});

// The routing engine first moves a place to the nearest road, which may shorten a route by this much.
const SNAP_TOLERANCE_M = 500;

/**
 * For each leg: walking to its line, being fetched, or both. Leaves out fetching if even the great-circle detour is too
 * long, because no road is shorter.
 */
const findLegAccess = (ride: RoadRide, place: LatLng, walkM: number, settings: MatchSettings): RoadLegAccess[] => {
  const fetches = maxExtraRad(ride, settings, NO_TOLERANCE) >= 0;
  return ride.legs.flatMap((leg, k) => {
    const ends: RoadLegAccess[] = [];
    const near = nearestOnLine(leg.line, place);
    const walk = settings.walkFactor * near.offM;
    if (walk <= walkM) {
      const along = { distanceM: near.share * leg.distanceM, durationS: near.share * leg.durationS };
      ends.push({ leg: k, by: "walk", at: snapToRideEnd(ride, k, near), walkM: walk, along });
    }
    const throughM = distanceM(ride.points[k]!, place) + distanceM(place, ride.points[k + 1]!);
    if (fetches && throughM <= leg.distanceM + ride.maxDetourM + SNAP_TOLERANCE_M)
      ends.push({ leg: k, by: "fetch", at: place, walkM: 0, along: NO_ROAD });
    return ends;
  });
};

interface OnLine {
  readonly at: LatLng;
  readonly offM: number;
  /** Share of the line before this point, 0 to 1. */
  readonly share: number;
}

const nearestOnLine = (line: readonly LatLng[], place: LatLng): OnLine => {
  let best = { at: line[0]!, offM: distanceM(line[0]!, place), beforeM: 0 };
  let lengthM = 0;
  for (let n = 1; n < line.length; n++) {
    const [from, to] = [line[n - 1]!, line[n]!];
    const pieceM = distanceM(from, to);
    const { point, fraction, distanceM: offM } = nearestOnLeg(from, to, place);
    if (offM < best.offM) best = { at: point, offM, beforeM: lengthM + fraction * pieceM };
    lengthM += pieceM;
  }
  return { at: best.at, offM: best.offM, share: lengthM > 0 ? best.beforeM / lengthM : 0 };
};

/**
 * Replaces the first or last point of the line by the ride's own point. The line begins and ends on the road beside it.
 */
const snapToRideEnd = (ride: RoadRide, leg: number, { at, share }: OnLine): LatLng => {
  if (share === 0) return ride.points[leg]!;
  return share === 1 ? ride.points[leg + 1]! : at;
};

const seatsOn = (ride: RoadRide, pickup: RoadLegAccess, dropoff: RoadLegAccess): readonly number[] =>
  ride.seatsLeft.slice(pickup.leg, dropoff.leg + 1);

const toMatchIfAllowed = (
  ride: RoadRide,
  search: Search,
  settings: MatchSettings,
  { pickup, dropoff, driven }: { pickup: RoadLegAccess; dropoff: RoadLegAccess; driven: DrivingCost },
): Match | undefined => {
  const { detourM, detourS } = driven;
  const pickupAtMs = Math.round(ride.departsAtMs + driven.toPickupS * 1000);
  if (detourM > ride.maxDetourM || detourS > ride.maxDetourS || driven.distanceM < settings.minRideM) return undefined;
  if (pickupAtMs < search.departsAfterMs || pickupAtMs > search.departsBeforeMs) return undefined;
  const [walkFromS, walkToS] = [pickup.walkM / settings.walkMps, dropoff.walkM / settings.walkMps];
  const score = detourS + walkFromS + walkToS;
  const journey = { rideS: driven.durationS, walkS: walkFromS + walkToS, pickupAtMs };
  const directS = directSecondsOf(distanceM(search.from, search.to), settings);
  const totalM = ride.legs.reduce((sum, leg) => sum + leg.distanceM, 0);
  return {
    rideId: ride.id,
    pickup: pickup.at,
    pickupLeg: pickup.leg,
    pickupBy: pickup.by,
    pickupAtMs,
    dropoff: dropoff.at,
    dropoffLeg: dropoff.leg,
    dropoffBy: dropoff.by,
    dropoffAtMs: Math.round(ride.departsAtMs + (driven.toPickupS + driven.durationS) * 1000),
    walkFromM: pickup.walkM,
    walkFromS,
    walkToM: dropoff.walkM,
    walkToS,
    detourM,
    detourS,
    seatsLeft: Math.min(...seatsOn(ride, pickup, dropoff)),
    distanceM: driven.distanceM,
    shareOfRoute: Math.min(1, driven.distanceM / (totalM + detourM)),
    score,
    order: orderOf(journey, search, directS, settings),
    partial:
      distanceM(ride.points[0]!, pickup.at) > settings.partialBeyondM ||
      distanceM(ride.points.at(-1)!, dropoff.at) > settings.partialBeyondM,
  };
};

// Scores closer than this differ by rounding only.
const SAME_SCORE_S = 1e-6;

/** Same order as on great circles: lowest score, then fewest legs, then walking, then the earlier pickup. */
const isBetter = (a: Match, b: Match): boolean => {
  if (Math.abs(a.score - b.score) > SAME_SCORE_S) return a.score < b.score;
  const legs = a.dropoffLeg - a.pickupLeg - (b.dropoffLeg - b.pickupLeg);
  if (legs !== 0) return legs < 0;
  const fetched = countFetchedEnds(a) - countFetchedEnds(b);
  return fetched !== 0 ? fetched < 0 : a.pickupAtMs < b.pickupAtMs;
};

const countFetchedEnds = ({ pickupBy, dropoffBy }: Match): number =>
  (pickupBy === "fetch" ? 1 : 0) + (dropoffBy === "fetch" ? 1 : 0);

/**
 * The ride as the index must hold it so that every match on roads is also a match there. A passenger always meets the
 * car inside the ellipse of a leg whose great circles add up to its road, the detour and the walks, because no road is
 * shorter.
 */
export const toCandidateRide = (
  ride: MatchRide & { readonly legs: readonly Road[] },
  settings: MatchSettings,
): MatchRide => {
  const bendM = ride.legs.map((leg, k) => leg.distanceM - distanceM(ride.points[k]!, ride.points[k + 1]!));
  const aroundM = Math.max(ride.maxDetourM, (2 * settings.maxWalkM) / settings.walkFactor) + SNAP_TOLERANCE_M;
  const extraM = settings.roadFactor * (aroundM + Math.max(0, ...bendM));
  // With two fetched ends on one leg, the sums of the ellipses are as long as both detours together.
  const maxDetourM = 2 * extraM;
  return { ...ride, maxDetourM, maxDetourS: maxDetourM / settings.detourMps };
};
