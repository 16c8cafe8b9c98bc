import {
  findBestCombination,
  nearMissTolerance,
  NO_TOLERANCE,
  toNearMiss,
} from "./rule/best-combination.ts";
import type { Combination, PreparedSearch } from "./rule/best-combination.ts";
import type { LegAccess } from "./rule/leg-access.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "./model.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./model.ts";
import { directSecondsOf, orderOf } from "./ranking.ts";
import { angle, degreesOf, vecOf } from "./geometry/sphere.ts";
import { Route, loadRide } from "./rule/route.ts";

export { DEFAULT_MATCH_SETTINGS };
export type { Match, MatchRide, MatchSettings, MissReason, NearMiss, Search } from "./model.ts";

// All code here is synchronous, so one set of columns serves every call.
const ROUTE = new Route();

/** The match with the lowest score, or undefined if the rule allows none. @throws RangeError as loadRide. */
export const matchRide = (
  ride: MatchRide,
  search: Search,
  settings = DEFAULT_MATCH_SETTINGS,
): Match | undefined => {
  loadRide(ROUTE, ride, settings);
  return matchRoute(ROUTE, ride.id, prepareSearch(search, settings), settings);
};

/**
 * The nearest miss of a ride that does not match: fewest reasons, then lowest score; undefined if it matches or misses
 * by too much. @throws RangeError as loadRide.
 */
export const findNearMiss = (
  ride: MatchRide,
  search: Search,
  settings = DEFAULT_MATCH_SETTINGS,
): NearMiss | undefined => {
  loadRide(ROUTE, ride, settings);
  return findNearMissOfRoute(ROUTE, ride.id, prepareSearch(search, settings), settings);
};

/** @throws RangeError if the search asks for less than no seats or more walking than allowed, or contains NaN. */
export const prepareSearch = (search: Search, settings: MatchSettings): PreparedSearch => {
  const { from, to, departsAfterMs, departsBeforeMs, seats, walkM } = search;
  const sum =
    from.lat + from.lng + to.lat + to.lng + departsAfterMs + departsBeforeMs + (search.atMs ?? 0);
  if (!Number.isFinite(sum)) throw new RangeError("search: values must be finite numbers");
  if (!(seats >= 0)) throw new RangeError("search: seats must be at least 0");
  if (!(walkM >= 0 && walkM <= settings.maxWalkM))
    throw new RangeError(`search: walkM must be between 0 and ${settings.maxWalkM}`);
  const a = vecOf(from);
  const b = vecOf(to);
  const straightM = EARTH_RADIUS_M * angle(a, b);
  return {
    search,
    from: a,
    to: b,
    directS: directSecondsOf(straightM, settings),
    directWalkM: settings.walkFactor * straightM,
  };
};

/** Same as matchRide, for a route measured with the same settings. */
export const matchRoute = (
  route: Route,
  rideId: string,
  prepared: PreparedSearch,
  settings: MatchSettings,
): Match | undefined => {
  const best = findBestCombination(route, prepared, settings, NO_TOLERANCE);
  return best && toMatch(route, rideId, prepared, settings, best);
};

/** Same as findNearMiss, for a route measured with the same settings. */
export const findNearMissOfRoute = (
  route: Route,
  rideId: string,
  prepared: PreparedSearch,
  settings: MatchSettings,
): NearMiss | undefined => {
  const best = findBestCombination(route, prepared, settings, nearMissTolerance(settings));
  if (best === undefined || best.reasons.length === 0) return undefined;
  const match = toMatch(route, rideId, prepared, settings, best);
  return toNearMiss(match, best.reasons, route, prepared.search);
};

const toMatch = (
  route: Route,
  rideId: string,
  { search, directS }: PreparedSearch,
  settings: MatchSettings,
  { pickup, dropoff, driven, pickupAtMs, score }: Combination,
): Match => {
  const fromOriginM = EARTH_RADIUS_M * route.angleTo(0, pickup.at);
  const toDestinationM = EARTH_RADIUS_M * route.angleTo(route.legs, dropoff.at);
  const walkFromS = pickup.walkM / settings.walkMps;
  const walkToS = dropoff.walkM / settings.walkMps;
  const journey = {
    rideS: driven.durationS,
    walkS: walkFromS + walkToS,
    pickupAtMs,
    rideM: driven.distanceM,
    detourM: driven.detourM,
  };
  let seatsLeft = Infinity;
  for (let leg = pickup.leg; leg <= dropoff.leg; leg++)
    seatsLeft = Math.min(seatsLeft, route.seatsLeft[leg]!);
  return {
    rideId,
    pickup: resolvePlace(route, pickup, search.from),
    pickupLeg: pickup.leg,
    pickupBy: pickup.by,
    pickupAtMs,
    dropoff: resolvePlace(route, dropoff, search.to),
    dropoffLeg: dropoff.leg,
    dropoffBy: dropoff.by,
    dropoffAtMs: Math.round(route.departsAtMs + (driven.toPickupS + driven.durationS) * 1000),
    walkFromM: pickup.walkM,
    walkFromS,
    walkToM: dropoff.walkM,
    walkToS,
    detourM: driven.detourM,
    detourS: driven.detourS,
    seatsLeft,
    distanceM: driven.distanceM,
    shareOfRoute: Math.min(1, driven.distanceM / (route.totalM + driven.detourM)),
    score,
    order: orderOf(journey, search, directS, settings),
    partial: fromOriginM > settings.partialBeyondM || toDestinationM > settings.partialBeyondM,
  };
};

/**
 * The given place if the end is one (the requested place or a stop of the ride), otherwise the degrees of the point.
 */
const resolvePlace = (route: Route, end: LegAccess, requested: LatLng): LatLng => {
  if (end.by === "fetch") return requested;
  if (end.beforeRad === 0) return pointOfRoute(route, end.leg);
  return end.afterRad === 0 ? pointOfRoute(route, end.leg + 1) : degreesOf(end.at);
};

const pointOfRoute = (route: Route, k: number): LatLng => ({
  lat: route.lat[k]!,
  lng: route.lng[k]!,
});
