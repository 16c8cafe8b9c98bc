import {
  angle,
  type Arc,
  arcOf,
  degreesOf,
  nearestAlong,
  pointAt,
  type Vec,
  vecOf,
} from "./geometry/sphere.ts";

/** Degrees on the sphere. Any lng is accepted; results have lng in [-180, 180]. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the Earth in metres (IUGG R1). Every distance is measured on this sphere. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Length of a degree of latitude, rounded; of a degree of longitude at the equator. */
export const METRES_PER_DEGREE = 111_195;

/** Great-circle distance in metres. */
export const distanceM = (a: LatLng, b: LatLng): number =>
  EARTH_RADIUS_M * angle(vecOf(a), vecOf(b));

/** A point of a leg: how far along it (0 to 1), and its distance from the given place. */
export interface OnLeg {
  readonly point: LatLng;
  readonly fraction: number;
  readonly distanceM: number;
}

/** The point of the great-circle leg from `a` to `b` nearest to `p`. An end of the leg is returned unchanged. */
export const nearestOnLeg = (a: LatLng, b: LatLng, p: LatLng): OnLeg => {
  const arc = arcOf(vecOf(a), vecOf(b));
  const place = vecOf(p);
  const along = nearestAlong(arc, place);
  const at = pointAt(arc, along);
  return {
    point: placeOf(at, arc, a, b),
    fraction: arc.rad > 0 ? along / arc.rad : 0,
    distanceM: EARTH_RADIUS_M * angle(at, place),
  };
};

/** An end of the leg stays exactly where it is: converting it back to degrees would round it. */
const placeOf = (at: Vec, arc: Arc, a: LatLng, b: LatLng): LatLng => {
  if (at === arc.from) return a;
  if (at === arc.to) return b;
  return degreesOf(at);
};

/** The point at `fraction` (0 to 1) of the great-circle leg from `a` to `b`. */
export const pointAlongLeg = (a: LatLng, b: LatLng, fraction: number): LatLng => {
  if (fraction <= 0) return a;
  if (fraction >= 1) return b;
  const arc = arcOf(vecOf(a), vecOf(b));
  return degreesOf(pointAt(arc, fraction * arc.rad));
};
