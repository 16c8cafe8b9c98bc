import type { RouteMeasure, RouteQuery } from "@commonlane/contract/route-measure";
import type { Context } from "#platform/context.ts";
import { assertRoutable, calculateRoute } from "./ride-route.ts";

/** What a ride on this route would have, for its host before it is hosted. */
export async function measureRoute(ctx: Context, query: RouteQuery): Promise<RouteMeasure> {
  const route = await calculateRoute(ctx, assertRoutable(query), ctx.now());
  const { leg_points, partly_estimated, polyline, leg_distance_m, leg_duration_s } = route;
  return {
    routed: leg_points !== null && !partly_estimated,
    polyline,
    legs: leg_distance_m.map((distanceM, leg) => ({
      distanceM,
      durationS: leg_duration_s[leg] ?? 0,
    })),
  };
}
