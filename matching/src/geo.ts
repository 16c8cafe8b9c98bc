import { angle, arcOf, degreesOf, nearestAlong, pointAt, vecOf } from "./geometry/sphere.ts";

/** Degrees on the sphere; any lng is understood, results have lng in [-180, 180]. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Mean radius of the Earth in metres (IUGG R1), the sphere on which every distance is taken. */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Great-circle distance in metres. */
export const distanceM = (a: LatLng, b: LatLng): number => EARTH_RADIUS_M * angle(vecOf(a), vecOf(b));

/** A point of a leg: how far along it (0 to 1) and how far from the place that was asked for. */
export interface OnLeg {
  readonly point: LatLng;
  readonly fraction: number;
  readonly distanceM: number;
}

/** The point of the great-circle leg from `a` to `b` nearest to `p`; an end of the leg is returned as it was given. */
export const nearestOnLeg = (a: LatLng, b: LatLng, p: LatLng): OnLeg => {
  const arc = arcOf(vecOf(a), vecOf(b));
  const place = vecOf(p);
  const along = nearestAlong(arc, place);
  const at = pointAt(arc, along);
  return {
    point: at === arc.from ? a : at === arc.to ? b : degreesOf(at),
    fraction: arc.rad > 0 ? along / arc.rad : 0,
    distanceM: EARTH_RADIUS_M * angle(at, place),
  };
};

/** The point at `fraction` (0 to 1) of the great-circle leg from `a` to `b`. */
export const pointAlongLeg = (a: LatLng, b: LatLng, fraction: number): LatLng => {
  if (fraction <= 0) return a;
  if (fraction >= 1) return b;
  const arc = arcOf(vecOf(a), vecOf(b));
  return degreesOf(pointAt(arc, fraction * arc.rad));
};
