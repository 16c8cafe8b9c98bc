import { calculateDrivingCost } from "./driving-cost.ts";
import type { DrivingCost } from "./driving-cost.ts";
import { findLegAccess } from "./leg-access.ts";
import type { LegAccess } from "./leg-access.ts";
import { EARTH_RADIUS_M } from "../geo.ts";
import type { Match, MatchRide, MatchSettings, MissReason, NearMiss, Search } from "../model.ts";
import type { Vec } from "../geometry/sphere.ts";
import type { Route } from "./route.ts";

/** A search measured once, for use with many rides. */
export interface PreparedSearch {
  readonly search: Search;
  readonly from: Vec;
  readonly to: Vec;
  /** Estimated driving time from A to B. */
  readonly directS: number;
  /** Estimated length of the direct walk from A to B. */
  readonly directWalkM: number;
}

/** How far each limit is extended: not at all for a match. */
export interface LimitTolerance {
  readonly windowMs: number;
  readonly detour: number;
  readonly walk: number;
}

export const NO_TOLERANCE: LimitTolerance = {
  windowMs: 0,
  detour: 1,
  walk: 1,
};

export const nearMissTolerance = (settings: MatchSettings): LimitTolerance => ({
  windowMs: settings.nearMissWindowMs,
  detour: settings.nearMissDetourFactor,
  walk: settings.nearMissWalkFactor,
});

/** A possible pickup and dropoff, with the limits it misses. */
export interface Combination {
  readonly pickup: LegAccess;
  readonly dropoff: LegAccess;
  readonly driven: DrivingCost;
  readonly pickupAtMs: number;
  readonly score: number;
  readonly reasons: readonly MissReason[];
}

/** Largest great-circle detour the host accepts under the extended limits; negative if the host fetches no one. */
export const maxExtraRad = (
  { maxDetourM, maxDetourS }: Pick<MatchRide, "maxDetourM" | "maxDetourS">,
  settings: MatchSettings,
  tolerance: LimitTolerance,
): number =>
  maxDetourM <= 0 && maxDetourS <= 0
    ? -1
    : (Math.max(0, Math.min(maxDetourM, maxDetourS * settings.detourMps)) * tolerance.detour) /
      settings.roadFactor /
      EARTH_RADIUS_M;

/** The best combination of legs and ends within the extended limits. O(points + ends at A x ends at B). */
export const findBestCombination = (
  route: Route,
  prepared: PreparedSearch,
  settings: MatchSettings,
  tolerance: LimitTolerance,
): Combination | undefined => {
  const limits = {
    walkM: prepared.search.walkM * tolerance.walk,
    walkFactor: settings.walkFactor,
    extraRad: maxExtraRad(route, settings, tolerance),
  };
  const pickups = findLegAccess(route, prepared.from, limits);
  if (pickups.length === 0) return undefined;
  const dropoffs = findLegAccess(route, prepared.to, limits);
  let best: Combination | undefined;
  for (const pickup of pickups) {
    const firstFull = firstFullLeg(route, pickup.leg, prepared.search.seats);
    for (const dropoff of dropoffs) {
      if (dropoff.leg < pickup.leg || dropoff.leg >= firstFull) continue;
      const combination = combine(route, prepared, settings, tolerance, pickup, dropoff);
      if (combination !== undefined && (best === undefined || isBetter(combination, best)))
        best = combination;
    }
  }
  return best;
};

/** The first leg from `from` on that has fewer seats left. */
const firstFullLeg = (route: Route, from: number, seats: number): number => {
  let leg = from;
  while (leg < route.legs && route.seatsLeft[leg]! >= seats) leg++;
  return leg;
};

const combine = (
  route: Route,
  { search, directWalkM }: PreparedSearch,
  settings: MatchSettings,
  tolerance: LimitTolerance,
  pickup: LegAccess,
  dropoff: LegAccess,
): Combination | undefined => {
  if (pickup.walkM + dropoff.walkM > directWalkM) return undefined;
  const driven = calculateDrivingCost(route, pickup, dropoff, settings);
  if (driven === undefined || driven.distanceM < settings.minRideM) return undefined;
  const { detourM, detourS } = driven;
  if (
    detourM > route.maxDetourM * tolerance.detour ||
    detourS > route.maxDetourS * tolerance.detour
  )
    return undefined;
  const pickupAtMs = Math.round(route.departsAtMs + driven.toPickupS * 1000);
  if (pickupAtMs < search.departsAfterMs - tolerance.windowMs) return undefined;
  if (pickupAtMs > search.departsBeforeMs + tolerance.windowMs) return undefined;
  const figures = {
    pickupAtMs,
    detourM,
    detourS,
    walkFromM: pickup.walkM,
    walkToM: dropoff.walkM,
  };
  const reasons = findMissedLimits(figures, route, search);
  const score = detourS + pickup.walkM / settings.walkMps + dropoff.walkM / settings.walkMps;
  return {
    pickup,
    dropoff,
    driven,
    pickupAtMs,
    score,
    reasons,
  };
};

// Scores closer than this differ by rounding only.
const SAME_SCORE_S = 1e-6;

/**
 * Fewest reasons, lowest score; then the fewest legs, so that no seat is taken needlessly; then walking; then the
 * earlier pickup.
 */
const isBetter = (a: Combination, b: Combination): boolean => {
  if (a.reasons.length !== b.reasons.length) return a.reasons.length < b.reasons.length;
  if (Math.abs(a.score - b.score) > SAME_SCORE_S) return a.score < b.score;
  const legs = a.dropoff.leg - a.pickup.leg - (b.dropoff.leg - b.pickup.leg);
  if (legs !== 0) return legs < 0;
  const fetched = countFetchedEnds(a) - countFetchedEnds(b);
  return fetched !== 0 ? fetched < 0 : a.pickupAtMs < b.pickupAtMs;
};

const countFetchedEnds = ({ pickup, dropoff }: Combination): number =>
  Number(pickup.by === "fetch") + Number(dropoff.by === "fetch");

type Figures = Pick<Match, "pickupAtMs" | "detourM" | "detourS" | "walkFromM" | "walkToM">;
type DetourLimits = Pick<MatchRide, "maxDetourM" | "maxDetourS">;

/** The limits that a combination misses; none if it is a match. */
export const findMissedLimits = (
  { pickupAtMs, detourM, detourS, walkFromM, walkToM }: Figures,
  { maxDetourM, maxDetourS }: DetourLimits,
  { departsAfterMs, departsBeforeMs, walkM }: Search,
): MissReason[] => {
  const reasons: MissReason[] = [];
  if (pickupAtMs < departsAfterMs || pickupAtMs > departsBeforeMs) reasons.push("window");
  if (detourM > maxDetourM || detourS > maxDetourS) reasons.push("detour");
  if (walkFromM > walkM || walkToM > walkM) reasons.push("walk");
  return reasons;
};

/** A near miss, with by how much it misses each limit. */
export const toNearMiss = (
  match: Match,
  reasons: readonly MissReason[],
  { maxDetourM, maxDetourS }: DetourLimits,
  { departsAfterMs, departsBeforeMs, walkM }: Search,
): NearMiss => ({
  match,
  reasons,
  windowByMs:
    Math.min(0, match.pickupAtMs - departsAfterMs) +
    Math.max(0, match.pickupAtMs - departsBeforeMs),
  detourByM: Math.max(0, match.detourM - maxDetourM),
  detourByS: Math.max(0, match.detourS - maxDetourS),
  walkByM: Math.max(0, match.walkFromM - walkM, match.walkToM - walkM),
});
