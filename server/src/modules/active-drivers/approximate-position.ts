import type { LatLng } from "@commonlane/contract/shapes";
import { roundToGrid } from "#modules/places/index.ts";

const M_PER_DEGREE = 111_195;
/** A square is left only this far beyond its edge, in shares of its side: no trembling of a parked phone shows where the edge is. */
const OVERLAP = 0.2;
/** Nobody drives faster (m/s); what would be is a mistake of the phone, or of who plays with it. */
const MAX_SPEED_M_PER_S = 55;
/** A phone may be wrong by so much without having moved. */
const GPS_ERROR_M = 100;

/** What strangers are told of a position: the middle of its square, or of the one they were told last while it is not well out of it. */
export function approximatePosition(position: LatLng, squareM: number, last?: LatLng): LatLng {
  if (last && squareM > 0 && isInsideSquare(position, last, squareM)) return last;
  return roundToGrid(position, squareM);
}

function isInsideSquare({ lat, lng }: LatLng, middle: LatLng, squareM: number): boolean {
  const reach = ((0.5 + OVERLAP) * squareM) / M_PER_DEGREE;
  const east = ((((lng - middle.lng + 180) % 360) + 360) % 360) - 180;
  return Math.abs(lat - middle.lat) <= reach && Math.abs(east) * Math.cos((middle.lat * Math.PI) / 180) <= reach;
}

/** Whether a car can be there, so long after it was elsewhere. */
export const isPlausibleMove = (distanceM: number, seconds: number): boolean =>
  distanceM <= MAX_SPEED_M_PER_S * Math.max(0, seconds) + GPS_ERROR_M;

/** A direction to the nearest 45 degrees. */
export const approximateHeading = (heading: number | null): number | null =>
  heading === null ? null : (Math.round(heading / 45) * 45) % 360;
