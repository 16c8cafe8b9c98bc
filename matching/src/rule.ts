import { NO_STRETCH, bestCombination, nearMissStretch } from "./combination.ts";
import type { Combination, PreparedRide, PreparedSearch } from "./combination.ts";
import type { LegEnd } from "./ends.ts";
import { EARTH_RADIUS_M } from "./geo.ts";
import type { LatLng } from "./geo.ts";
import { DEFAULT_MATCH_SETTINGS } from "./model.ts";
import type { Match, MatchRide, MatchSettings, NearMiss, Search } from "./model.ts";
import { angle, degreesOf, vecOf } from "./sphere.ts";
import { wayOf } from "./way.ts";
import type { Way } from "./way.ts";

export { DEFAULT_MATCH_SETTINGS };
export type { Match, MatchRide, MatchSettings, MissReason, NearMiss, Search } from "./model.ts";

/** The least-score way to ride along, or undefined when the rule allows none. */
export const matchRide = (ride: MatchRide, search: Search, settings = DEFAULT_MATCH_SETTINGS): Match | undefined =>
  matchPrepared(prepareRide(ride, settings), prepareSearch(search, settings), settings);

/** The nearest miss of a ride that does not match: fewest reasons, then least score; undefined when it matches or is far off. */
export const nearMiss = (ride: MatchRide, search: Search, settings = DEFAULT_MATCH_SETTINGS): NearMiss | undefined =>
  nearMissPrepared(prepareRide(ride, settings), prepareSearch(search, settings), settings);

/** @throws RangeError when the ride could not have been measured: fewer than two points, seats not per leg, NaN. */
export const prepareRide = (ride: MatchRide, settings: MatchSettings): PreparedRide => {
  const legs = ride.points.length - 1;
  if (legs < 1) throw new RangeError(`ride ${ride.id}: needs an origin and a destination`);
  if (ride.seatsLeft.length !== legs) throw new RangeError(`ride ${ride.id}: seatsLeft is not one number per leg`);
  if (ride.legs !== undefined && ride.legs.length !== legs)
    throw new RangeError(`ride ${ride.id}: legs do not fit points`);
  const way = wayOf(ride.points, ride.legs, settings);
  if (!(ride.maxDetourM >= 0 && ride.maxDetourS >= 0)) throw new RangeError(`ride ${ride.id}: a detour below 0`);
  if (!Number.isFinite(ride.departsAtMs + way.wholeM + way.wholeS))
    throw new RangeError(`ride ${ride.id}: not a number`);
  return { ride, way };
};

/** @throws RangeError when the search asks for less than one seat, more walking than allowed, or is not a number. */
export const prepareSearch = (search: Search, settings: MatchSettings): PreparedSearch => {
  const { from, to, departsAfterMs, departsBeforeMs, seats, walkM } = search;
  const sum = from.lat + from.lng + to.lat + to.lng + departsAfterMs + departsBeforeMs + (search.atMs ?? 0);
  if (!Number.isFinite(sum)) throw new RangeError("search: not a number");
  if (!(seats >= 1)) throw new RangeError("search: at least one seat");
  if (!(walkM >= 0 && walkM <= settings.maxWalkM)) throw new RangeError(`search: walkM from 0 to ${settings.maxWalkM}`);
  return { search, from: vecOf(from), to: vecOf(to) };
};

/** matchRide on what was prepared with the same settings. */
export const matchPrepared = (
  ride: PreparedRide,
  asked: PreparedSearch,
  settings: MatchSettings,
): Match | undefined => {
  const best = bestCombination(ride, asked, settings, NO_STRETCH);
  return best && matchOf(ride, asked, settings, best);
};

/** nearMiss on what was prepared with the same settings. */
export const nearMissPrepared = (
  ride: PreparedRide,
  asked: PreparedSearch,
  settings: MatchSettings,
): NearMiss | undefined => {
  const best = bestCombination(ride, asked, settings, nearMissStretch(settings));
  if (best === undefined || best.reasons.length === 0) return undefined;
  const match = matchOf(ride, asked, settings, best);
  const { departsAfterMs, departsBeforeMs, walkM } = asked.search;
  return {
    match,
    reasons: best.reasons,
    windowByMs: Math.min(0, match.pickupAtMs - departsAfterMs) + Math.max(0, match.pickupAtMs - departsBeforeMs),
    detourByM: Math.max(0, match.detourM - ride.ride.maxDetourM),
    detourByS: Math.max(0, match.detourS - ride.ride.maxDetourS),
    walkByM: Math.max(0, match.walkFromM - walkM, match.walkToM - walkM),
  };
};

const matchOf = (
  { ride, way }: PreparedRide,
  { search }: PreparedSearch,
  settings: MatchSettings,
  { pickup, dropoff, driven, pickupAtMs, score }: Combination,
): Match => {
  const farFromOrigin = EARTH_RADIUS_M * angle(pickup.at, way.legs[0]!.arc.from);
  const farFromDestination = EARTH_RADIUS_M * angle(dropoff.at, way.legs.at(-1)!.arc.to);
  const waitS = Math.abs(pickupAtMs - (search.atMs ?? search.departsAfterMs)) / 1000;
  return {
    rideId: ride.id,
    pickup: placeOf(ride, way, pickup, search.from),
    pickupLeg: pickup.leg,
    pickupBy: pickup.by,
    pickupAtMs,
    dropoff: placeOf(ride, way, dropoff, search.to),
    dropoffLeg: dropoff.leg,
    dropoffBy: dropoff.by,
    dropoffAtMs: Math.round(ride.departsAtMs + (driven.toPickupS + driven.durationS) * 1000),
    walkFromM: pickup.walkM,
    walkFromS: pickup.walkM / settings.walkMps,
    walkToM: dropoff.walkM,
    walkToS: dropoff.walkM / settings.walkMps,
    detourM: driven.detourM,
    detourS: driven.detourS,
    seatsLeft: Math.min(...ride.seatsLeft.slice(pickup.leg, dropoff.leg + 1)),
    distanceM: driven.distanceM,
    shareOfWay: Math.min(1, driven.distanceM / (way.wholeM + driven.detourM)),
    score,
    order: score + settings.waitWeight * waitS,
    partial: farFromOrigin > settings.partialBeyondM || farFromDestination > settings.partialBeyondM,
  };
};

/** The place as it was given where it is one (what was asked for, or a stop of the ride), else degrees of the point. */
const placeOf = ({ points }: MatchRide, { legs }: Way, end: LegEnd, asked: LatLng): LatLng => {
  const { arc } = legs[end.leg]!;
  if (end.by === "fetch") return asked;
  return end.at === arc.from ? points[end.leg]! : end.at === arc.to ? points[end.leg + 1]! : degreesOf(end.at);
};
