import type { LatLng } from "@commonlane/contract/shapes";
import { METRES_PER_DEGREE } from "@commonlane/matching/geo";

/**
 * A driver leaves a square only beyond this share of its side, so that GPS noise of a parked phone does not reveal the
 * edge.
 */
const OVERLAP = 0.2;

/** A position with the direction of driving in degrees. */
export interface Movement extends LatLng {
  readonly heading: number | null;
}

/** Centre of the fixed grid square that contains a position. Repeated queries reveal nothing more. */
export function approximatePosition({ lat, lng }: LatLng, squareM: number): LatLng {
  if (squareM === 0) return { lat, lng };
  const step = squareM / METRES_PER_DEGREE;
  const middle = (Math.floor(lat / step) + 0.5) * step;
  const approximateLat = Math.max(-90, Math.min(90, middle));
  const lngStep = Math.min(360, step / Math.max(1e-9, Math.cos((approximateLat * Math.PI) / 180)));
  const approximateLng = (Math.floor(lng / lngStep) + 0.5) * lngStep;
  return {
    lat: roundToFiveDecimals(approximateLat),
    lng: roundToFiveDecimals(Math.max(-180, Math.min(180, approximateLng))),
  };
}

function roundToFiveDecimals(degrees: number) {
  return Math.round(degrees * 1e5) / 1e5;
}

/** The farthest that a position is from its approximate form. */
export function maxApproximationM(squareM: number): number {
  return squareM * Math.SQRT1_2;
}

/** The approximate position of a moving driver: the last one shown, until the driver is clearly outside its square. */
export const approximateMovingPosition = (
  position: LatLng,
  squareM: number,
  last: LatLng | undefined,
): LatLng =>
  last && squareM > 0 && isInsideSquare(position, last, squareM)
    ? last
    : approximatePosition(position, squareM);

function isInsideSquare({ lat, lng }: LatLng, middle: LatLng, squareM: number): boolean {
  const reach = ((0.5 + OVERLAP) * squareM) / METRES_PER_DEGREE;
  const east = ((((lng - middle.lng + 180) % 360) + 360) % 360) - 180;
  return (
    Math.abs(lat - middle.lat) <= reach &&
    Math.abs(east) * Math.cos((middle.lat * Math.PI) / 180) <= reach
  );
}

/** Heading rounded to 45 degrees. */
export const approximateHeading = (heading: number | null): number | null =>
  heading === null ? null : (Math.round(heading / 45) * 45) % 360;

/** Same with the heading, which would reveal movement within the square if it changed there. */
export function approximateMovement(movement: Movement, squareM: number, last: Movement): Movement {
  const { lat, lng } = approximateMovingPosition(movement, squareM, last);
  const isSameSquare = lat === last.lat && lng === last.lng;
  return isSameSquare && squareM > 0
    ? last
    : {
        lat,
        lng,
        heading: approximateHeading(movement.heading),
      };
}
