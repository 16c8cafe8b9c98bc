import { NO_STRETCH, bestCombination, nearMissStretch } from "./combination.ts";
import type { Combination, PreparedSearch } from "./combination.ts";
import type { LegEnd } from "./ends.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "./model.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./model.ts";
import { directSecondsOf, orderOf } from "./ranking.ts";
import { angle, degreesOf, vecOf } from "./sphere.ts";
import { Way, readRide } from "./way.ts";

export { DEFAULT_MATCH_SETTINGS };
export type { Match, MatchRide, MatchSettings, MissReason, NearMiss, Search } from "./model.ts";

// Nothing here waits, so one set of columns serves every call.
const WAY = new Way();

/** The least-score way to ride along, or undefined when the rule allows none. @throws RangeError as readRide. */
export const matchRide = (ride: MatchRide, search: Search, settings = DEFAULT_MATCH_SETTINGS): Match | undefined => {
  readRide(WAY, ride, settings);
  return matchOnWay(WAY, ride.id, prepareSearch(search, settings), settings);
};

/**
 * The nearest miss of a ride that does not match: fewest reasons, then least score; undefined when it matches or is far
 * off. @throws RangeError as readRide.
 */
export const nearMiss = (ride: MatchRide, search: Search, settings = DEFAULT_MATCH_SETTINGS): NearMiss | undefined => {
  readRide(WAY, ride, settings);
  return nearMissOnWay(WAY, ride.id, prepareSearch(search, settings), settings);
};

/** @throws RangeError when the search asks for less than one seat, more walking than allowed, or is not a number. */
export const prepareSearch = (search: Search, settings: MatchSettings): PreparedSearch => {
  const { from, to, departsAfterMs, departsBeforeMs, seats, walkM } = search;
  const sum = from.lat + from.lng + to.lat + to.lng + departsAfterMs + departsBeforeMs + (search.atMs ?? 0);
  if (!Number.isFinite(sum)) throw new RangeError("search: not a number");
  if (!(seats >= 1)) throw new RangeError("search: at least one seat");
  if (!(walkM >= 0 && walkM <= settings.maxWalkM)) throw new RangeError(`search: walkM from 0 to ${settings.maxWalkM}`);
  const [a, b] = [vecOf(from), vecOf(to)];
  return { search, from: a, to: b, directS: directSecondsOf(EARTH_RADIUS_M * angle(a, b), settings) };
};

/** matchRide on what was measured with the same settings. */
export const matchOnWay = (
  way: Way,
  rideId: string,
  asked: PreparedSearch,
  settings: MatchSettings,
): Match | undefined => {
  const best = bestCombination(way, asked, settings, NO_STRETCH);
  return best && matchOf(way, rideId, asked, settings, best);
};

/** nearMiss on what was measured with the same settings. */
export const nearMissOnWay = (
  way: Way,
  rideId: string,
  asked: PreparedSearch,
  settings: MatchSettings,
): NearMiss | undefined => {
  const best = bestCombination(way, asked, settings, nearMissStretch(settings));
  if (best === undefined || best.reasons.length === 0) return undefined;
  const match = matchOf(way, rideId, asked, settings, best);
  const { departsAfterMs, departsBeforeMs, walkM } = asked.search;
  return {
    match,
    reasons: best.reasons,
    windowByMs: Math.min(0, match.pickupAtMs - departsAfterMs) + Math.max(0, match.pickupAtMs - departsBeforeMs),
    detourByM: Math.max(0, match.detourM - way.maxDetourM),
    detourByS: Math.max(0, match.detourS - way.maxDetourS),
    walkByM: Math.max(0, match.walkFromM - walkM, match.walkToM - walkM),
  };
};

const matchOf = (
  way: Way,
  rideId: string,
  { search, directS }: PreparedSearch,
  settings: MatchSettings,
  { pickup, dropoff, driven, pickupAtMs, score }: Combination,
): Match => {
  const farFromOrigin = EARTH_RADIUS_M * way.angleTo(0, pickup.at);
  const farFromDestination = EARTH_RADIUS_M * way.angleTo(way.legs, dropoff.at);
  const [walkFromS, walkToS] = [pickup.walkM / settings.walkMps, dropoff.walkM / settings.walkMps];
  const journey = { rideS: driven.durationS, walkS: walkFromS + walkToS, pickupAtMs };
  let seatsLeft = Infinity;
  for (let leg = pickup.leg; leg <= dropoff.leg; leg++) seatsLeft = Math.min(seatsLeft, way.seatsLeft[leg]!);
  return {
    rideId,
    pickup: placeOf(way, pickup, search.from),
    pickupLeg: pickup.leg,
    pickupBy: pickup.by,
    pickupAtMs,
    dropoff: placeOf(way, dropoff, search.to),
    dropoffLeg: dropoff.leg,
    dropoffBy: dropoff.by,
    dropoffAtMs: Math.round(way.departsAtMs + (driven.toPickupS + driven.durationS) * 1000),
    walkFromM: pickup.walkM,
    walkFromS,
    walkToM: dropoff.walkM,
    walkToS,
    detourM: driven.detourM,
    detourS: driven.detourS,
    seatsLeft,
    distanceM: driven.distanceM,
    shareOfWay: Math.min(1, driven.distanceM / (way.wholeM + driven.detourM)),
    score,
    order: orderOf(journey, search, directS, settings),
    partial: farFromOrigin > settings.partialBeyondM || farFromDestination > settings.partialBeyondM,
  };
};

/** The place as it was given where it is one (what was asked for, or a stop of the ride), else degrees of the point. */
const placeOf = (way: Way, end: LegEnd, asked: LatLng): LatLng => {
  if (end.by === "fetch") return asked;
  if (end.beforeRad === 0) return pointOf(way, end.leg);
  return end.afterRad === 0 ? pointOf(way, end.leg + 1) : degreesOf(end.at);
};

const pointOf = (way: Way, k: number): LatLng => ({ lat: way.lat[k]!, lng: way.lng[k]! });
