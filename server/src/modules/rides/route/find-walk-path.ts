import { WALK_MAX_M } from "@commonlane/contract/limits";
import { encodePolyline } from "@commonlane/contract/polyline";
import type { WalkPath, WalkQuery } from "@commonlane/contract/walk-path";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";

const NONE: WalkPath = { polyline: null };

/** The path of a walk that a search may contain; longer ones would keep the routing engine busy. */
export async function findWalkPath(
  { routing }: Context,
  { from, to }: WalkQuery,
): Promise<WalkPath> {
  if (distanceM(from, to) > WALK_MAX_M) return NONE;
  const path = await routing.walk(from, to);
  return path ? { polyline: encodePolyline(path) } : NONE;
}
