import type { LatLng } from "../map-types.ts";

/** A way from where somebody was seen to where they are now, taken at one speed. Times are milliseconds of one clock. */
export interface Glide {
  readonly from: LatLng;
  readonly to: LatLng;
  readonly startMs: number;
  readonly durationMs: number;
}

/** Positions come once a second, so a glide of that length ends when the next one begins. */
export const GLIDE_MS = 1000;

// About 5 km: whoever is that far from where they were seen was away meanwhile, and did not drive it in a second.
const MAX_GLIDE_DEGREES = 0.05;

/** The way on from what is drawn now; undefined where it is so long that nobody should be seen racing along it. */
export function createGlide(from: LatLng, to: LatLng, nowMs: number): Glide | undefined {
  if (Math.abs(to.lat - from.lat) > MAX_GLIDE_DEGREES || Math.abs(degreesEast(from, to)) > MAX_GLIDE_DEGREES)
    return undefined;
  return { from, to, startMs: nowMs, durationMs: GLIDE_MS };
}

/** Where a glide is at an instant; its end from then on. */
export function glidePosition({ from, to, startMs, durationMs }: Glide, nowMs: number): LatLng {
  const progress = (nowMs - startMs) / durationMs;
  if (progress >= 1) return to;
  if (progress <= 0) return from;
  return { lat: from.lat + (to.lat - from.lat) * progress, lng: from.lng + degreesEast(from, to) * progress };
}

/** Degrees to go east, the short way over the antimeridian. */
function degreesEast(from: LatLng, to: LatLng): number {
  const east = to.lng - from.lng;
  return east - 360 * Math.round(east / 360);
}
