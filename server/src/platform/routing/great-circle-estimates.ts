import type { LatLng } from "@commonlane/contract/shapes";
import { estimateDriveS } from "@commonlane/matching/driving-estimate";
import { distanceM, pointAlongLeg } from "@commonlane/matching/geo";
import type { Settings } from "../settings.ts";
import type { Road, RouteLeg } from "./routing-engine.ts";

/** Straight legs get a point at least this often, so that they bend on the map like on the globe. */
const MAX_POINT_SPACING_M = 100_000;

export type DrivingPace = Pick<Settings, "DRIVING_FACTOR" | "DRIVING_TIME_FACTOR">;
export type WalkingPace = Pick<Settings, "WALKING_FACTOR" | "WALKING_M_PER_S">;

/** A leg without road data, estimated from its great circle (domain.md, Matching). */
export function estimateLeg(from: LatLng, to: LatLng, pace: DrivingPace): RouteLeg {
  return {
    ...estimateRoad(from, to, pace),
    line: interpolateLine(from, to),
  };
}

export function estimateRoad(from: LatLng, to: LatLng, pace: DrivingPace): Road {
  const metres = distanceM(from, to) * pace.DRIVING_FACTOR;
  return {
    distanceM: metres,
    durationS: pace.DRIVING_TIME_FACTOR * estimateDriveS(metres),
    estimated: true,
  };
}

export function estimateWalk(from: LatLng, to: LatLng, pace: WalkingPace): Road {
  const metres = distanceM(from, to) * pace.WALKING_FACTOR;
  return {
    distanceM: metres,
    durationS: metres / pace.WALKING_M_PER_S,
    estimated: true,
  };
}

function interpolateLine(from: LatLng, to: LatLng): LatLng[] {
  const segments = Math.max(1, Math.ceil(distanceM(from, to) / MAX_POINT_SPACING_M));
  const line = Array.from({ length: segments }, (_, n) =>
    n === 0 ? from : pointAlongLeg(from, to, n / segments),
  );
  return [...line, to];
}
