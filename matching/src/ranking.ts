import type { MatchSettings, Pace, Search } from "./model.ts";

/** How one way to ride along is for the person who rides. */
export interface Journey {
  /** In the car, from pickup to dropoff. */
  readonly rideS: number;
  /** On foot, both ends together. */
  readonly walkS: number;
  readonly pickupAtMs: number;
}

const DAY_S = 86_400;

/** Seconds by car from A to B, where nobody drives a way around. */
export const directSecondsOf = (straightM: number, { roadFactor, driveMps }: Pace): number =>
  (roadFactor * straightM) / driveMps;

/**
 * What results are ordered by, in seconds in the car; the least comes first. The weights and their reasons are those of
 * docs/decisions/0035-ranking.md. It is below 0 for a ride that is faster than the direct way is reckoned to be.
 */
export const orderOf = (
  { rideS, walkS, pickupAtMs }: Journey,
  search: Search,
  directS: number,
  settings: MatchSettings,
): number => {
  const { atMs, departsAfterMs, departsBeforeMs, from } = search;
  // Only a near miss lies beside the window.
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
    settings.nightWeight * nightS
  );
};

/**
 * How far an instant is from daytime, 0 in it. By the sun's mean time at this longitude, because a search has no time zone:
 * it is at most an hour or two off what clocks show, and the number grows slowly at both ends of the night.
 */
export const nightSecondsAt = (ms: number, lng: number, { dayFromS, dayUntilS }: MatchSettings): number => {
  const second = secondOfDay(ms, lng);
  if (second >= dayFromS && second <= dayUntilS) return 0;
  const untilDay = dayFromS - second;
  const sinceDay = second - dayUntilS;
  return Math.min(untilDay < 0 ? untilDay + DAY_S : untilDay, sinceDay < 0 ? sinceDay + DAY_S : sinceDay);
};

/** The least of these numbers between two instants. */
export const leastNightSeconds = (fromMs: number, toMs: number, lng: number, settings: MatchSettings): number => {
  // Within one night it rises and then falls, so it is least at an end, unless a day begins between.
  const untilDay = settings.dayFromS - secondOfDay(fromMs, lng);
  const nextDayMs = fromMs + 1000 * (untilDay < 0 ? untilDay + DAY_S : untilDay);
  if (nextDayMs <= toMs) return 0;
  return Math.min(nightSecondsAt(fromMs, lng, settings), nightSecondsAt(toMs, lng, settings));
};

const secondOfDay = (ms: number, lng: number): number => {
  const second = (ms / 1000 + (lng / 360) * DAY_S) % DAY_S;
  return second < 0 ? second + DAY_S : second;
};

/** What is known of a result besides its way: by whom it is offered, and for how much. */
export interface Terms {
  /** Of one seat on this part of the way, over what driving the direct way costs in all; Infinity where not comparable. */
  readonly costShare: number;
  /** 0: kept everything that was agreed; 1: never came. */
  readonly unreliability: number;
}

/** What price and reliability add to the order: from 0 to `mostTermsSeconds`, more for the dearer and the less reliable. */
export const termsSeconds = (
  { costShare, unreliability }: Terms,
  directS: number,
  { priceWeight, reliabilityMostS }: MatchSettings,
): number => priceWeight * directS * (1 - Math.exp(-costShare)) + reliabilityMostS * unreliability;

export const mostTermsSeconds = (directS: number, { priceWeight, reliabilityMostS }: MatchSettings): number =>
  priceWeight * directS + reliabilityMostS;

/** Of somebody of whom nothing is known it is that of one slip (weight 0.5) in two agreed rides; with each ride it counts for less. */
export const unreliabilityOf = (kept: { readonly commitments: number; readonly weight: number } | null): number =>
  ((kept?.weight ?? 0) + KNOWN_WEIGHT) / (ABSENT_WEIGHT * ((kept?.commitments ?? 0) + KNOWN_RIDES));

/** What not being there weighs, which is the most (domain.md, Reliability). */
const ABSENT_WEIGHT = 3;
const KNOWN_RIDES = 2;
const KNOWN_WEIGHT = 0.5;
