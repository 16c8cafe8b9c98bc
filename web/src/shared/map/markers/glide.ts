import type { LatLng } from "../map-types.ts";

/** A linear movement from one position to another, in milliseconds. */
export interface Glide {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Positions arrive once a second, so a glide of that length ends when the next one starts. */
export const GLIDE_MS = 1000;

// About 5 km: larger jumps come from a pause in updates, not from driving.
const MAX_GLIDE_DEGREES = 0.05;

/** Glide from the drawn position to the new one; undefined if it is too long to animate. */
export function createGlide(from: LatLng, to: LatLng, nowMs: number): Glide | undefined {
  if (Math.abs(to.lat - from.lat) > MAX_GLIDE_DEGREES || Math.abs(degreesEast(from, to)) > MAX_GLIDE_DEGREES)
    return undefined;
  return { from, to, startMs: nowMs, durationMs: GLIDE_MS };
}

/** Position at an instant; the end once finished. */
export function glidePosition({ from, to, startMs, durationMs }: Glide, nowMs: number): LatLng {
  const progress = (nowMs - startMs) / durationMs;
  if (progress >= 1) return to;
  if (progress <= 0) return from;
  return { lat: from.lat + (to.lat - from.lat) * progress, lng: from.lng + degreesEast(from, to) * progress };
}

/** Degrees eastwards, the short way across the antimeridian. */
function degreesEast(from: LatLng, to: LatLng): number {
  const east = to.lng - from.lng;
  return east - 360 * Math.round(east / 360);
}
