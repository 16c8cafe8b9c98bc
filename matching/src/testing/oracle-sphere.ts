// The oracle's own geometry: textbook formulas on degrees. Shares nothing with sphere.ts but the radius.
import { EARTH_RADIUS_M } from "../geo.ts";
import type { LatLng } from "../geo.ts";

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle metres by the haversine formula. */
export const greatCircleM = (a: LatLng, b: LatLng): number => {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
};

/** The point at a fraction of the great circle from a to b (the "intermediate point" of the Aviation Formulary). */
export const intermediate = (a: LatLng, b: LatLng, fraction: number): LatLng => {
  const legRad = greatCircleM(a, b) / EARTH_RADIUS_M;
  if (legRad < 1e-12) return a;
  const fromA = Math.sin((1 - fraction) * legRad) / Math.sin(legRad);
  const fromB = Math.sin(fraction * legRad) / Math.sin(legRad);
  const x =
    fromA * Math.cos(radians(a.lat)) * Math.cos(radians(a.lng)) +
    fromB * Math.cos(radians(b.lat)) * Math.cos(radians(b.lng));
  const y =
    fromA * Math.cos(radians(a.lat)) * Math.sin(radians(a.lng)) +
    fromB * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng));
  const z = fromA * Math.sin(radians(a.lat)) + fromB * Math.sin(radians(b.lat));
  return {
    lat: (Math.atan2(z, Math.sqrt(x * x + y * y)) * 180) / Math.PI,
    lng: (Math.atan2(y, x) * 180) / Math.PI,
  };
};

/** The fraction of the leg nearest to a place: samples many points, then narrows down around the best one. */
export const nearestFraction = (a: LatLng, b: LatLng, place: LatLng): number => {
  const distanceAt = (fraction: number): number =>
    greatCircleM(intermediate(a, b, fraction), place);
  const steps = 24;
  let best = 0;
  for (let step = 1; step <= steps; step++)
    if (distanceAt(step / steps) < distanceAt(best / steps)) best = step;
  let low = Math.max(0, best - 1) / steps;
  let high = Math.min(steps, best + 1) / steps;
  for (let round = 0; round < 45; round++) {
    const third = (high - low) / 3;
    if (distanceAt(low + third) <= distanceAt(high - third)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
};
