import { estimateDriveS } from "./driving-estimate.ts";
import type { MatchSettings, Pace, Search } from "./model.ts";

/** Figures of a match that matter to the passenger. */
export interface Journey {
  /** In the car, from pickup to dropoff. */
  readonly rideS: number;
  /** On foot, both ends together. */
  readonly walkS: number;
  readonly pickupAtMs: number;
  /** From pickup to dropoff. */
  readonly rideM: number;
  /** Of the host. */
  readonly detourM: number;
}

/**
 * Added for a host who drives a longer detour than the passenger's whole ride: more than any wait, so such a ride comes
 * after all others.
 */
const LONG_DETOUR_S = 60 * 86_400;

const DAY_S = 86_400;

/** Estimated seconds by car from A to B on the direct route. */
export function directSecondsOf(straightM: number, { roadFactor, timeFactor }: Pace): number {
  return timeFactor * estimateDriveS(roadFactor * straightM);
}

/**
 * Sort key of results, in seconds in the car; the lowest comes first. Weights and reasons:
 * docs/decisions/0035-ranking.md. Negative for a ride that is faster than the estimate for the direct route.
 */
export const orderOf = (
  { rideS, walkS, pickupAtMs, rideM, detourM }: Journey,
  search: Search,
  directS: number,
  settings: MatchSettings,
): number => {
  const { atMs, departsAfterMs, departsBeforeMs, from } = search;
  // Only a near miss can be outside the window.
  const waitMs =
    atMs === undefined
      ? Math.max(0, departsAfterMs - pickupAtMs, pickupAtMs - departsBeforeMs)
      : Math.abs(pickupAtMs - atMs);
  const nightS = atMs === undefined ? nightSecondsAt(pickupAtMs, from.lng, settings) : 0;
  return (
    rideS -
    directS +
    settings.walkWeight * walkS +
    (settings.waitWeight * waitMs) / 1000 +
    settings.nightWeight * nightS +
    (detourM > rideM ? LONG_DETOUR_S : 0)
  );
};

/**
 * Seconds between an instant and daytime; 0 by day. Uses mean solar time at this longitude, because a search has no
 * time zone: it differs from clock time by an hour or two at most, and the penalty grows slowly at both ends of the
 * night.
 */
export const nightSecondsAt = (
  ms: number,
  lng: number,
  { dayFromS, dayUntilS }: MatchSettings,
): number => {
  const second = secondOfDay(ms, lng);
  if (second >= dayFromS && second <= dayUntilS) return 0;
  const untilDayS = atLeastZero(dayFromS - second);
  const sinceDayS = atLeastZero(second - dayUntilS);
  return Math.min(untilDayS, sinceDayS);
};

/** Minimum of nightSecondsAt between two instants. */
export const minNightSeconds = (
  fromMs: number,
  toMs: number,
  lng: number,
  settings: MatchSettings,
): number => {
  // Within one night the value rises and then falls, so the minimum is at one end, unless a day begins in between.
  const untilDayS = atLeastZero(settings.dayFromS - secondOfDay(fromMs, lng));
  const nextDayMs = fromMs + 1000 * untilDayS;
  if (nextDayMs <= toMs) return 0;
  return Math.min(nightSecondsAt(fromMs, lng, settings), nightSecondsAt(toMs, lng, settings));
};

/** Least weight of the hour of a pickup between two instants, without what is outside of the window. */
export const minHourSeconds = (
  firstMs: number,
  lastMs: number,
  { atMs, from }: Search,
  settings: MatchSettings,
): number =>
  atMs === undefined
    ? settings.nightWeight * minNightSeconds(firstMs, lastMs, from.lng, settings)
    : (settings.waitWeight * Math.max(0, firstMs - atMs, atMs - lastMs)) / 1000;

const secondOfDay = (ms: number, lng: number): number =>
  atLeastZero((ms / 1000 + (lng / 360) * DAY_S) % DAY_S);

/** The same time of day, from 0 on. */
function atLeastZero(second: number): number {
  return second < 0 ? second + DAY_S : second;
}

/** Price and reliability of a result. */
export interface Terms {
  /** Price of one seat for this segment, divided by the full cost of the direct route; Infinity if not comparable. */
  readonly costShare: number;
  /** 0: kept every agreement; 1: never came. */
  readonly unreliability: number;
}

/**
 * Seconds that price and reliability add to the order: from 0 to `maxTermsSeconds`, more for expensive and less
 * reliable offers.
 */
export const termsSeconds = (
  { costShare, unreliability }: Terms,
  directS: number,
  { priceWeight, maxUnreliabilityS }: MatchSettings,
): number => priceWeight * directS * (1 - Math.exp(-costShare)) + maxUnreliabilityS * unreliability;

export const maxTermsSeconds = (
  directS: number,
  { priceWeight, maxUnreliabilityS }: MatchSettings,
): number => priceWeight * directS + maxUnreliabilityS;

/**
 * An unknown host starts with the value of one slip (weight 0.5) in two agreed rides. Each ride makes this prior count
 * less.
 */
export const unreliabilityOf = (
  reliability: {
    readonly commitments: number;
    readonly weight: number;
  } | null,
): number =>
  ((reliability?.weight ?? 0) + PRIOR_WEIGHT) /
  (ABSENT_WEIGHT * ((reliability?.commitments ?? 0) + PRIOR_RIDES));

/** Weight of a no-show, which is the maximum (domain.md, Reliability). */
const ABSENT_WEIGHT = 3;
const PRIOR_RIDES = 2;
const PRIOR_WEIGHT = 0.5;
