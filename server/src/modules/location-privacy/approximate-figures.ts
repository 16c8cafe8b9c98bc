import { MINUTE_MS } from "@commonlane/contract/durations";

const TIME_STEP_MS = 5 * MINUTE_MS;
const DISTANCE_STEP_M = 500;
const DETOUR_TIME_STEP_S = 60;

const roundTo = (step: number, value: number) => Math.round(value / step) * step;

/** A pickup or dropoff time to five minutes. */
export const approximateTime = (instant: Date): Date =>
  new Date(roundTo(TIME_STEP_MS, instant.getTime()));

/** An arrival to five minutes, never too early. */
export const approximateArrival = (instantMs: number): Date =>
  new Date(Math.ceil(instantMs / TIME_STEP_MS) * TIME_STEP_MS);

/** The minute in which a driver was last seen. */
export const approximateLastSeenMs = (instantMs: number): number =>
  Math.floor(instantMs / MINUTE_MS) * MINUTE_MS;

/** Rounded to half a kilometre. */
export const approximateDistanceM = (distanceM: number): number =>
  roundTo(DISTANCE_STEP_M, distanceM);

/** A detour to half a kilometre and a minute. */
export const approximateDetour = ({
  detourM,
  detourS,
}: {
  readonly detourM: number;
  readonly detourS: number;
}) => ({
  detourM: approximateDistanceM(detourM),
  detourS: roundTo(DETOUR_TIME_STEP_S, detourS),
});
