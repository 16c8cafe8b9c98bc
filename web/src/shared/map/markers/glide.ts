import type { LatLng } from "../map-types.ts";
import { degreesEast, type LineTrack, positionOnTrack, type TrackPosition } from "./line-track.ts";

/** Where a marker is drawn: on the line of a ride with the direction there, or anywhere. */
export type DrawnPosition = LatLng & Partial<Pick<TrackPosition, "alongM" | "bearing">>;

/** A movement from one position to another in milliseconds, along a track if both ends are on it. */
export interface Glide {
  readonly from: DrawnPosition;
  readonly to: DrawnPosition;
  readonly startMs: number;
  readonly durationMs: number;
  readonly track: LineTrack | undefined;
}

/** Drivers send a position every second, so a glide of that length ends when the next one starts. */
export const GLIDE_MS = 1000;
const LONGEST_GLIDE_MS = 5000;

// About 5 km: larger jumps come from a pause in updates, not from driving.
const MAX_GLIDE_DEGREES = 0.05;
const MAX_GLIDE_M = 5000;

interface GlideOptions {
  /** Both positions may be on this line. */
  readonly track?: LineTrack | undefined;
  /** When the position before arrived: a glide takes as long as it took for the next one to come, within limits. */
  readonly beforeMs?: number | undefined;
}

/** Glide from the drawn position to the new one; undefined if it is too long to animate. */
export function createGlide(
  from: DrawnPosition,
  to: DrawnPosition,
  nowMs: number,
  { track, beforeMs = nowMs }: GlideOptions = {},
): Glide | undefined {
  if (
    Math.abs(to.lat - from.lat) > MAX_GLIDE_DEGREES ||
    Math.abs(degreesEast(from, to)) > MAX_GLIDE_DEGREES
  )
    return undefined;
  const isAlongTrack =
    from.alongM !== undefined &&
    to.alongM !== undefined &&
    Math.abs(to.alongM - from.alongM) <= MAX_GLIDE_M;
  const durationMs = Math.min(LONGEST_GLIDE_MS, Math.max(GLIDE_MS, nowMs - beforeMs));
  return {
    from,
    to,
    startMs: nowMs,
    durationMs,
    track: isAlongTrack ? track : undefined,
  };
}

/** Position at an instant; the end once finished. */
export function glidePosition(
  { from, to, startMs, durationMs, track }: Glide,
  nowMs: number,
): DrawnPosition {
  const progress = (nowMs - startMs) / durationMs;
  if (progress >= 1) return to;
  if (progress <= 0) return from;
  if (track && from.alongM !== undefined && to.alongM !== undefined)
    return positionOnTrack(track, from.alongM + (to.alongM - from.alongM) * progress);
  return {
    lat: from.lat + (to.lat - from.lat) * progress,
    lng: from.lng + degreesEast(from, to) * progress,
  };
}
