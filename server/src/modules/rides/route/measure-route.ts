import type {
  RouteMeasure,
  RouteQuery,
  WalkPath,
  WalkQuery,
} from "@commonlane/contract/route-measure";
import type { Context } from "#platform/context.ts";
import { assertRoutable, calculateRoute } from "./ride-route.ts";
import { WALK_MAX_M } from "@commonlane/contract/limits";
import { encodePolyline } from "@commonlane/contract/polyline";
import { distanceM } from "@commonlane/matching/geo";

const NONE: WalkPath = { polyline: null };

/** What a ride on this route would have, for its host before it is hosted. */
export function measureRoute(ctx: Context, query: RouteQuery): RouteMeasure {
  const points = assertRoutable(query);
  const route = calculateRoute(ctx, points, ctx.now());
  const { leg_points, partly_estimated, polyline, leg_distance_m, leg_duration_s } = route;
  return {
    routed: leg_points !== null && !partly_estimated,
    polyline,
    legs: leg_distance_m.map((distanceM, leg) => ({
      distanceM,
      durationS: leg_duration_s[leg] ?? 0,
    })),
    badRoadAt: points.flatMap((point, n) => (ctx.routing.isOnBadRoad(point) ? [n] : [])),
  };
}

/** The path of a walk that a search may contain; longer ones take long to search. */
export function findWalkPath({ routing }: Context, { from, to }: WalkQuery): WalkPath {
  if (distanceM(from, to) > WALK_MAX_M) return NONE;
  const path = routing.walkPath(from, to, 2 * WALK_MAX_M);
  return path ? { polyline: encodePolyline(path) } : NONE;
}
