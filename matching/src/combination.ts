import { drivenBetween } from "./driven.ts";
import type { Driven } from "./driven.ts";
import { endsOn } from "./ends.ts";
import type { LegEnd } from "./ends.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { MatchRide, MatchSettings, MissReason, Search } from "./model.ts";
import type { Vec } from "./sphere.ts";
import type { Way } from "./way.ts";

/** A search measured once, to be put to many rides. */
export interface PreparedSearch {
  readonly search: Search;
  readonly from: Vec;
  readonly to: Vec;
  /** By car from one to the other. */
  readonly directS: number;
}

/** How far each limit is stretched: not at all for a match. */
export interface Stretch {
  readonly windowMs: number;
  readonly detour: number;
  readonly walk: number;
}

export const NO_STRETCH: Stretch = { windowMs: 0, detour: 1, walk: 1 };

export const nearMissStretch = (settings: MatchSettings): Stretch => ({
  windowMs: settings.nearMissWindowMs,
  detour: settings.nearMissDetourFactor,
  walk: settings.nearMissWalkFactor,
});

/** One way to ride along, with the limits it misses. */
export interface Combination {
  readonly pickup: LegEnd;
  readonly dropoff: LegEnd;
  readonly driven: Driven;
  readonly pickupAtMs: number;
  readonly score: number;
  readonly reasons: readonly MissReason[];
}

/** The most extra great-circle angle a host accepts at the stretch; negative when the host fetches nobody. */
export const extraRadOf = (
  { maxDetourM, maxDetourS }: Pick<MatchRide, "maxDetourM" | "maxDetourS">,
  settings: MatchSettings,
  stretch: Stretch,
): number =>
  maxDetourM <= 0 && maxDetourS <= 0
    ? -1
    : (Math.max(0, Math.min(maxDetourM, maxDetourS * settings.driveMps)) * stretch.detour) /
      settings.roadFactor /
      EARTH_RADIUS_M;

/** The best of all combinations of legs and ends within the stretched limits. O(points + ends at A x ends at B). */
export const bestCombination = (
  way: Way,
  asked: PreparedSearch,
  settings: MatchSettings,
  stretch: Stretch,
): Combination | undefined => {
  const limits = {
    walkM: asked.search.walkM * stretch.walk,
    walkFactor: settings.walkFactor,
    extraRad: extraRadOf(way, settings, stretch),
  };
  const pickups = endsOn(way, asked.from, limits);
  if (pickups.length === 0) return undefined;
  const dropoffs = endsOn(way, asked.to, limits);
  let best: Combination | undefined;
  for (const pickup of pickups) {
    const full = firstFullLeg(way, pickup.leg, asked.search.seats);
    for (const dropoff of dropoffs) {
      if (dropoff.leg < pickup.leg || dropoff.leg >= full) continue;
      const found = combine(way, asked.search, settings, stretch, pickup, dropoff);
      if (found !== undefined && (best === undefined || isBetter(found, best))) best = found;
    }
  }
  return best;
};

/** The first leg from this one on without so many seats. */
const firstFullLeg = (way: Way, from: number, seats: number): number => {
  let leg = from;
  while (leg < way.legs && way.seatsLeft[leg]! >= seats) leg++;
  return leg;
};

const combine = (
  way: Way,
  search: Search,
  settings: MatchSettings,
  stretch: Stretch,
  pickup: LegEnd,
  dropoff: LegEnd,
): Combination | undefined => {
  const driven = drivenBetween(way, pickup, dropoff, settings);
  if (driven === undefined || driven.distanceM < settings.minRideM) return undefined;
  const { detourM, detourS } = driven;
  if (detourM > way.maxDetourM * stretch.detour || detourS > way.maxDetourS * stretch.detour) return undefined;
  const pickupAtMs = Math.round(way.departsAtMs + driven.toPickupS * 1000);
  if (pickupAtMs < search.departsAfterMs - stretch.windowMs) return undefined;
  if (pickupAtMs > search.departsBeforeMs + stretch.windowMs) return undefined;
  const reasons: MissReason[] = [];
  if (pickupAtMs < search.departsAfterMs || pickupAtMs > search.departsBeforeMs) reasons.push("window");
  if (detourM > way.maxDetourM || detourS > way.maxDetourS) reasons.push("detour");
  if (pickup.walkM > search.walkM || dropoff.walkM > search.walkM) reasons.push("walk");
  const score = detourS + pickup.walkM / settings.walkMps + dropoff.walkM / settings.walkMps;
  return { pickup, dropoff, driven, pickupAtMs, score, reasons };
};

// Scores nearer than this differ by rounding only.
const SAME_SCORE_S = 1e-6;

/** Fewest reasons, least score; then the fewest legs, so that no seat is taken for nothing; then walking; then the earlier pickup. */
const isBetter = (a: Combination, b: Combination): boolean => {
  if (a.reasons.length !== b.reasons.length) return a.reasons.length < b.reasons.length;
  if (Math.abs(a.score - b.score) > SAME_SCORE_S) return a.score < b.score;
  const legs = a.dropoff.leg - a.pickup.leg - (b.dropoff.leg - b.pickup.leg);
  if (legs !== 0) return legs < 0;
  const fetched = fetchedEnds(a) - fetchedEnds(b);
  return fetched !== 0 ? fetched < 0 : a.pickupAtMs < b.pickupAtMs;
};

const fetchedEnds = ({ pickup, dropoff }: Combination): number =>
  (pickup.by === "fetch" ? 1 : 0) + (dropoff.by === "fetch" ? 1 : 0);
