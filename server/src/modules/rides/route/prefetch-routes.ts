import type { RideChange } from "@commonlane/contract/hosted-rides";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { assertHost } from "../ride-guards.ts";
import { toRideTerms } from "../ride-terms.ts";
import { assertRoutable, isSameRoute } from "./ride-route.ts";
import { type RoutePoints, reverseRoute, type RideHooks } from "../rides.ts";
import { findRide } from "../rides.store.ts";
import { calculateHostedRoute, findLearnedPlaces } from "./public-route.ts";

/** Loads routes into the cache before the transaction that hosts them. @throws Problem if a route leads nowhere */
export async function prefetchRoutes(
  ctx: Context,
  hostId: string,
  routes: readonly RoutePoints[],
): Promise<void> {
  for (const points of routes)
    await calculateHostedRoute(ctx, assertRoutable(points), ctx.now(), { hostId, learned: [] });
}

/** Routes of a ride or series: outward and, if requested, back. */
export const prefetchRouteAndReturn = (
  ctx: Context,
  host: Caller,
  outward: RoutePoints,
  returnWay: object | undefined,
): Promise<void> =>
  prefetchRoutes(ctx, host.uid, returnWay ? [outward, reverseRoute(outward)] : [outward]);

/** Loads the new route of a ride, and the roads from it to its passengers. */
export async function prefetchChangedRoute(
  ctx: Context,
  host: Caller,
  id: string,
  change: RideChange,
  { prefetchChange }: Pick<RideHooks, "prefetchChange">,
): Promise<void> {
  if (!(change.origin || change.stops || change.destination)) return;
  const ride = await assertHost(ctx, findRide(ctx, id), host);
  const points = assertRoutable({ ...toRideTerms(ride), ...change });
  if (isSameRoute(ride.points, points)) return;
  const route = await calculateHostedRoute(ctx, points, ride.departs_at, {
    hostId: host.uid,
    learned: findLearnedPlaces(ride),
  });
  await prefetchChange(ctx, ride, { ...ride, ...route, driven_route: null });
}
