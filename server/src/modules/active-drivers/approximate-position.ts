import { METRES_PER_DEGREE } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import { roundToGrid } from "#modules/places/index.ts";

/**
 * A driver leaves a square only beyond this share of its side, so that GPS noise of a parked phone does not reveal the
 * edge.
 */
const OVERLAP = 0.2;
/** Fastest plausible speed (m/s). Anything faster is an error of the phone, or manipulated. */
const MAX_SPEED_M_PER_S = 55;
/** Largest position error of a phone that is not moving. */
const GPS_ERROR_M = 100;

/**
 * Position as strangers see it: the centre of its square, or of the last shown square until the position is clearly
 * outside it.
 */
export function approximatePosition(position: LatLng, squareM: number, last?: LatLng): LatLng {
  if (last && squareM > 0 && isInsideSquare(position, last, squareM)) return last;
  return roundToGrid(position, squareM);
}

function isInsideSquare({ lat, lng }: LatLng, middle: LatLng, squareM: number): boolean {
  const reach = ((0.5 + OVERLAP) * squareM) / METRES_PER_DEGREE;
  const east = ((((lng - middle.lng + 180) % 360) + 360) % 360) - 180;
  return Math.abs(lat - middle.lat) <= reach && Math.abs(east) * Math.cos((middle.lat * Math.PI) / 180) <= reach;
}

/** Returns true if a car can have driven this distance in this time. */
export const isPlausibleMove = (distanceM: number, seconds: number): boolean =>
  distanceM <= MAX_SPEED_M_PER_S * Math.max(0, seconds) + GPS_ERROR_M;

/** Heading rounded to 45 degrees. */
export const approximateHeading = (heading: number | null): number | null =>
  heading === null ? null : (Math.round(heading / 45) * 45) % 360;
