import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "#shared/geo/great-circle.ts";

// Without a router the server reckons like this (domain.md, Matching); an operator may set other numbers.
const ROAD_FACTOR = 1.3;
const DRIVING_MPS = 20;

export interface WayPreview {
  /** Driven, metres. */
  readonly distanceM: number;
  readonly durationS: number;
  /** Seconds after departure at each point, origin first. */
  readonly afterS: readonly number[];
}

/** About how long a way is and when each of its points is reached. */
export function previewOf(points: readonly LatLng[]): WayPreview {
  let metres = 0;
  const afterS = points.map((point, n) => {
    const before = points[n - 1];
    if (before) metres += distanceM(before, point) * ROAD_FACTOR;
    return Math.round(metres / DRIVING_MPS);
  });
  return { distanceM: Math.round(metres), durationS: afterS.at(-1) ?? 0, afterS };
}
