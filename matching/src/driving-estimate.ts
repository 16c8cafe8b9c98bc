import { distanceM } from "./geo.ts";
import type { LatLng } from "./geo.ts";

/**
 * Driving without road data: distance and time depend only on the length of the way. Both ends of a way are in a town,
 * around them are country roads, and what lies between is a motorway or a trunk road.
 *
 * Fitted to bench/data/driving-times.tsv by `npm run bench -- estimate`, which reports the errors (bench/RESULTS.md).
 */

export interface EstimateFactors {
  /** Road metres per great-circle metre. */
  readonly roadFactor: number;
  /** Multiplies the estimated time. */
  readonly timeFactor: number;
}

export const ROAD_FACTOR = 1.22;

/** Speeds by distance from the nearer end of the way, in road metres. */
export const SPEED_BANDS = [
  { endM: 2_000, mps: 30 / 3.6 },
  { endM: 15_000, mps: 55 / 3.6 },
  { endM: Infinity, mps: 114 / 3.6 },
] as const;

/** Speed of a detour to fetch one more passenger, which is driven on country roads. */
export const DETOUR_MPS = 55 / 3.6;

/**
 * Seconds for a way of this length. Rises with the length, and never more than in proportion, so that a way through a
 * third place is never estimated to be faster than the direct one.
 */
export function estimateDriveS(roadM: number): number {
  return 2 * secondsWithin(roadM / 2);
}

/**
 * Seconds for a part of a way, between a known part before it and another after it: for a route that leaves the area of
 * the road data.
 */
export const estimatePartS = (beforeM: number, partM: number, afterM: number): number => {
  const middleM = (beforeM + partM + afterM) / 2;
  // From the middle on, the end is the nearer end.
  const secondsUntil = (metres: number): number =>
    metres <= middleM
      ? secondsWithin(metres)
      : 2 * secondsWithin(middleM) - secondsWithin(Math.max(0, 2 * middleM - metres));
  return secondsUntil(beforeM + partM) - secondsUntil(beforeM);
};

/** Estimated distance and time of each leg between these points. */
export const estimateLegs = (
  points: readonly LatLng[],
  { roadFactor, timeFactor }: EstimateFactors,
): {
  readonly distanceM: number;
  readonly durationS: number;
}[] =>
  points.slice(1).map((to, leg) => {
    const roadM = roadFactor * distanceM(points[leg]!, to);
    return {
      distanceM: roadM,
      durationS: timeFactor * estimateDriveS(roadM),
    };
  });

/** Seconds for the first metres of a way, up to its middle. */
const secondsWithin = (metres: number): number => {
  let seconds = 0;
  let startM = 0;
  for (const { endM, mps } of SPEED_BANDS) {
    if (metres <= startM) break;
    seconds += (Math.min(metres, endM) - startM) / mps;
    startM = endM;
  }
  return seconds;
};
