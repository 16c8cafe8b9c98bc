import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { runningCostOf } from "../rules/cost-share.ts";
import { publishRideEvent, type RideHooks } from "../rides.ts";
import { findRideWithoutRoads, lockRide, updateRide } from "../rides.store.ts";
import { calculateHostedRoute, findLearnedPlaces, type HostedRoute } from "./public-route.ts";
import { toPublicRide } from "./ride-forms.ts";
import { isSameRoute } from "./ride-route.ts";

/**
 * Calculates the roads of rides that an earlier release hosted while its routing engine could not be asked, one ride in
 * each transaction. Passengers get new times, and confirm if those are too far from what was agreed; agreed prices stay. A
 * ride whose roads leave a passenger behind keeps its estimate.
 */
export function missingRoadsSweep(hooks: Pick<RideHooks, "changed">): Sweep {
  /** Rides that this process could not change; they are tried again after its next start. */
  const kept = new Set<string>();
  return {
    name: "ride.roads-found",
    everyS: 30,
    runOutside: async (ctx) => {
      const found = await calculateNext(ctx, kept);
      if (!found) return false;
      const { id, route } = found;
      try {
        await transaction(ctx, (ctx) => replaceEstimate(ctx, id, route, hooks));
      } catch (error) {
        kept.add(id);
        ctx.log.warn(
          { err: error, ride: id },
          "a ride keeps its estimate, because its roads do not fit what was agreed",
        );
      }
      return true;
    },
  };
}

/** Undefined if no ride waits for its roads. */
async function calculateNext(
  ctx: Context,
  kept: ReadonlySet<string>,
): Promise<
  | {
      id: string;
      route: HostedRoute;
    }
  | undefined
> {
  const ride = await findRideWithoutRoads(ctx, [...kept]);
  if (!ride) return undefined;

  const learned = findLearnedPlaces(ride);
  const route = await calculateHostedRoute(ctx, ride.points, ride.departs_at, {
    hostId: ride.host_id,
    learned,
  });
  return { id: ride.id, route };
}

/** Leaves a ride that has changed or departed in the meantime. */
async function replaceEstimate(
  ctx: InTransaction,
  id: string,
  route: HostedRoute,
  { changed }: Pick<RideHooks, "changed">,
): Promise<void> {
  const before = await lockRide(ctx, id);
  if (!before?.roads_missing || !isSameRoute(before.points, route.points)) return;
  if (before.departs_at.getTime() !== route.departs_at.getTime()) return;

  const cost = runningCostOf(
    ctx,
    toPublicRide({
      ...before,
      ...route,
      driven_route: null,
    }),
    before,
  );
  const running_cost_minor = Math.max(cost, before.promised_minor);
  const row = await updateRide(ctx, before, {
    ...route,
    running_cost_minor,
    seats_total: before.seats_total,
  });
  if (row) publishRideEvent(ctx, await changed(ctx, before, row), "ride.changed");
}
