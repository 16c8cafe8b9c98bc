import { distanceM } from "./geo.ts";
import type { Match, MatchRide, MatchSettings, MissReason, NearMiss, Search } from "./model.ts";
import { directSecondsOf, orderOf } from "./ranking.ts";
import { calculateRoadDrivingCost, KnownRoads, LEAST_ROADS } from "./roads/driving-cost.ts";
import type { RoadDrivingCost } from "./roads/driving-cost.ts";
import { findRoadLegAccess } from "./roads/leg-access.ts";
import type { RoadLegAccess } from "./roads/leg-access.ts";
import { reachOfLegM } from "./roads/road-ride.ts";
import type { RoadLookup, RoadRide } from "./roads/road-ride.ts";
import {
  findMissedLimits,
  type LimitTolerance,
  nearMissTolerance,
  NO_TOLERANCE,
  toNearMiss,
} from "./rule/best-combination.ts";

export {
  MAX_ROAD_MPS,
  MAX_WALK_MPS,
  MEETING_POINT_OFF_LINE_M,
  minRoad,
  withinBounds,
} from "./roads/road-ride.ts";
export { lengthsAlong } from "./roads/nearest-on-line.ts";
export { nearestMeetingPoint } from "./roads/leg-access.ts";
export type { MeetingPoint, MeetingPoints, Road, RoadLookup, RoadRide } from "./roads/road-ride.ts";

/** Result of the rule. `isEstimated` is true if it uses a road that is partly estimated. */
export interface RoadMatch {
  readonly match: Match | undefined;
  readonly isEstimated: boolean;
}

/** Same for near misses. */
export interface RoadNearMiss {
  readonly miss: NearMiss | undefined;
  readonly isEstimated: boolean;
}

/**
 * The rule of the section "Matching" in domain.md on known roads: road distances and times instead of great circles,
 * and the road line of a leg instead of a straight one. Every pair that it looks up begins or ends at a point of the
 * search.
 */
export const matchOnRoads = (
  ride: RoadRide,
  search: Search,
  roads: RoadLookup,
  settings: MatchSettings,
): RoadMatch => {
  const best = findBestOnRoads(ride, search, roads, settings, NO_TOLERANCE);
  return {
    match: best?.match,
    isEstimated: best?.isEstimated ?? false,
  };
};

/** The nearest miss of a ride that does not match: fewest reasons, then lowest score; undefined if it matches. */
export const findRoadNearMiss = (
  ride: RoadRide,
  search: Search,
  roads: RoadLookup,
  settings: MatchSettings,
): RoadNearMiss => {
  const best = findBestOnRoads(ride, search, roads, settings, nearMissTolerance(settings));
  const isMiss = best !== undefined && best.reasons.length > 0;
  const miss = isMiss ? toNearMiss(best.match, best.reasons, ride, search) : undefined;
  return {
    miss,
    isEstimated: best?.isEstimated ?? false,
  };
};

interface Combination {
  readonly match: Match;
  /** The score without what its meeting points are preferred by. */
  readonly preferredScore: number;
  readonly reasons: readonly MissReason[];
  readonly isEstimated: boolean;
}

const findBestOnRoads = (
  ride: RoadRide,
  search: Search,
  lookup: RoadLookup,
  settings: MatchSettings,
  tolerance: LimitTolerance,
): Combination | undefined => {
  const roads = new KnownRoads(lookup);
  const limits = {
    walkM: search.walkM * tolerance.walk,
    tolerance,
  };
  const pickups = findRoadLegAccess(ride, search.from, limits, settings);
  const dropoffs = pickups.length === 0 ? [] : findRoadLegAccess(ride, search.to, limits, settings);
  const directWalkM = settings.walkFactor * distanceM(search.from, search.to);
  let best: Combination | undefined;
  for (const pickup of pickups) {
    if (!mayPickUpInWindow(ride, search, tolerance, pickup)) continue;
    for (const dropoff of dropoffs) {
      if (dropoff.leg < pickup.leg || minSeatsOn(ride, pickup.leg, dropoff.leg) < search.seats)
        continue;
      if (pickup.walkM + dropoff.walkM > directWalkM) continue;
      // No road can be better than the least one, so most combinations need no road at all.
      if (pickup.by === "fetch" || dropoff.by === "fetch") {
        const least = calculateRoadDrivingCost(ride, LEAST_ROADS, pickup, dropoff);
        if (!least || !isWithinLimits(ride, search, tolerance, least)) continue;
      }
      roads.hasEstimate = false;
      const driven = calculateRoadDrivingCost(ride, roads, pickup, dropoff);
      if (!driven || driven.distanceM < settings.minRideM) continue;
      if (!isWithinLimits(ride, search, tolerance, driven)) continue;
      const preferredScore =
        scoreOf(pickup, dropoff, driven) - (pickup.preferenceS ?? 0) - (dropoff.preferenceS ?? 0);
      if (best?.reasons.length === 0 && preferredScore > best.preferredScore + SAME_SCORE_S)
        continue;
      const match = toMatch(ride, search, settings, {
        pickup,
        dropoff,
        driven,
      });
      if (match.pickupAtMs < search.departsAfterMs - tolerance.windowMs) continue;
      const found = {
        match,
        preferredScore,
        reasons: findMissedLimits(match, ride, search),
        isEstimated: roads.hasEstimate,
      };
      if (best === undefined || isBetter(found, best)) best = found;
    }
  }
  return best;
};

/** A pickup on a leg is no later than the end of the leg with the whole detour. */
const mayPickUpInWindow = (
  ride: RoadRide,
  { departsAfterMs }: Search,
  tolerance: LimitTolerance,
  { leg, by, along }: RoadLegAccess,
): boolean => {
  let latestS =
    by === "walk"
      ? along.durationS
      : ride.legs[leg]!.durationS + ride.maxDetourS * tolerance.detour;
  for (let k = 0; k < leg; k++) latestS += ride.legs[k]!.durationS;
  return Math.round(ride.departsAtMs + latestS * 1000) >= departsAfterMs - tolerance.windowMs;
};

/** The limits that longer roads can only miss by more. */
const isWithinLimits = (
  ride: RoadRide,
  search: Search,
  tolerance: LimitTolerance,
  { detourM, detourS, toPickupS }: RoadDrivingCost,
): boolean =>
  detourM <= ride.maxDetourM * tolerance.detour &&
  detourS <= ride.maxDetourS * tolerance.detour &&
  Math.round(ride.departsAtMs + toPickupS * 1000) <= search.departsBeforeMs + tolerance.windowMs;

const minSeatsOn = ({ seatsLeft }: RoadRide, first: number, last: number): number => {
  let least = Infinity;
  for (let leg = first; leg <= last; leg++) least = Math.min(least, seatsLeft[leg]!);
  return least;
};

const scoreOf = (
  pickup: RoadLegAccess,
  dropoff: RoadLegAccess,
  { detourS }: RoadDrivingCost,
): number => detourS + pickup.walkS + dropoff.walkS;

const toMatch = (
  ride: RoadRide,
  search: Search,
  settings: MatchSettings,
  {
    pickup,
    dropoff,
    driven,
  }: {
    pickup: RoadLegAccess;
    dropoff: RoadLegAccess;
    driven: RoadDrivingCost;
  },
): Match => {
  const { detourM, detourS } = driven;
  const pickupAtMs = Math.round(ride.departsAtMs + driven.toPickupS * 1000);
  const walkFromS = pickup.walkS;
  const walkToS = dropoff.walkS;
  const journey = {
    rideS: driven.durationS,
    walkS: walkFromS + walkToS,
    pickupAtMs,
    rideM: driven.distanceM,
    detourM,
  };
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
    seatsLeft: minSeatsOn(ride, pickup.leg, dropoff.leg),
    distanceM: driven.distanceM,
    shareOfRoute: Math.min(1, driven.distanceM / (totalM + detourM)),
    score: scoreOf(pickup, dropoff, driven),
    order: orderOf(journey, search, directS, settings),
    partial:
      distanceM(ride.points[0]!, pickup.at) > settings.partialBeyondM ||
      distanceM(ride.points.at(-1)!, dropoff.at) > settings.partialBeyondM,
  };
};

// Scores closer than this differ by rounding only.
const SAME_SCORE_S = 1e-6;

/** Same order as on great circles: fewest reasons, lowest score, then fewest legs, walking, and the earlier pickup. */
const isBetter = (one: Combination, other: Combination): boolean => {
  if (one.reasons.length !== other.reasons.length) return one.reasons.length < other.reasons.length;
  if (Math.abs(one.preferredScore - other.preferredScore) > SAME_SCORE_S)
    return one.preferredScore < other.preferredScore;
  const a = one.match;
  const b = other.match;
  const legs = a.dropoffLeg - a.pickupLeg - (b.dropoffLeg - b.pickupLeg);
  if (legs !== 0) return legs < 0;
  const fetched = countFetchedEnds(a) - countFetchedEnds(b);
  return fetched !== 0 ? fetched < 0 : a.pickupAtMs < b.pickupAtMs;
};

const countFetchedEnds = ({ pickupBy, dropoffBy }: Match): number =>
  Number(pickupBy === "fetch") + Number(dropoffBy === "fetch");

/**
 * The ride as the index holds it. A car that meets a passenger on a leg never leaves the ellipse of places whose great
 * circles to both ends of the leg add up to its `distanceM` here and the detour or the walks.
 */
export const toCandidateRide = (ride: RoadRide): MatchRide => {
  const { id, points, departsAtMs, seatsLeft, maxDetourM, maxDetourS } = ride;
  const legs = ride.legs.map((leg) => ({
    distanceM: reachOfLegM(leg),
    durationS: leg.durationS,
  }));
  return {
    id,
    points,
    departsAtMs,
    seatsLeft,
    maxDetourM,
    maxDetourS,
    legs,
    isOnRoads: true,
  };
};
