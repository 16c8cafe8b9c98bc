import type { Ride } from "@commonlane/contract/rides";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { findRidesWithoutMembership } from "./ride-visibility.store.ts";
import { requireRide, ifCancelled, rideOverProblem } from "./rules/ride-guards.ts";
import { type RideHooks, publishRideEventAndView } from "./rides.ts";
import {
  findRide,
  lockRide,
  transitionDueRides,
  transitionRide,
  type RideRow,
} from "./rides.store.ts";
import { viewRides } from "./rides.view.ts";
import { missingRoadsSweep } from "./route/find-missing-roads.ts";

/** Cancels a ride that has not departed. Passengers and seekers with open requests are notified of the reason. */
export function cancelRide(
  ctx: Context,
  host: Caller,
  {
    id,
    reason,
  }: {
    id: string;
    reason?: string | null | undefined;
  },
  hooks: RideHooks,
): Promise<Ride> {
  return transaction(ctx, async (ctx) => {
    const before = await requireRide(ctx, host, "rides.cancel", lockRide(ctx, id));
    const row = await transitionRide(ctx, id, {
      from: ["scheduled"],
      to: "cancelled",
      hasDeparted: false,
    });
    if (!row)
      throw before.status === "cancelled"
        ? await statusAlreadySetProblem(ctx, before)
        : rideOverProblem(before);
    await hooks.cancelled(ctx, row, reason || null);
    return publishRideEventAndView(ctx, row, "ride.cancelled");
  });
}

/**
 * Cancels the upcoming rides that a user offers to the members of a mark or group that the user no longer has. Returns
 * the cancelled rides.
 */
export async function cancelRidesWithoutMembership(
  ctx: InTransaction,
  hostId: string,
  reason: string,
  hooks: Pick<RideHooks, "cancelled">,
): Promise<RideRow[]> {
  const cancelled: RideRow[] = [];
  for (const { id } of await findRidesWithoutMembership(ctx, hostId)) {
    await lockRide(ctx, id);
    const row = await transitionRide(ctx, id, {
      from: ["scheduled"],
      to: "cancelled",
      hasDeparted: false,
    });
    if (!row) continue;
    await hooks.cancelled(ctx, row, reason);
    await publishRideEventAndView(ctx, row, "ride.cancelled");
    cancelled.push(row);
  }
  return cancelled;
}

/** Completes a ride for its host. Only a ride that has departed can be completed. */
export function completeRide(
  ctx: Context,
  host: Caller,
  id: string,
  hooks: RideHooks,
): Promise<Ride> {
  return transaction(ctx, async (ctx) => {
    const before = await requireRide(ctx, host, "rides.complete", findRide(ctx, id));
    const row = await transitionRide(ctx, id, {
      from: ["scheduled", "departed"],
      to: "completed",
      hasDeparted: true,
    });
    if (!row)
      throw isTooEarly(ctx, before)
        ? new Problem("too_early")
        : await statusAlreadySetProblem(ctx, before);
    await hooks.completed(ctx, [row]);
    return publishRideEventAndView(ctx, row, "ride.changed");
  });
}

const BATCH = 200;

/** Marks rides as departed when they are due and later completes them (domain.md, State machines). */
export function rideSweeps(hooks: Pick<RideHooks, "changed" | "completed">): readonly Sweep[] {
  return [
    missingRoadsSweep(hooks),
    {
      name: "ride.departed",
      everyS: 15,
      run: async (ctx) =>
        publishRideChanges(
          ctx,
          await transitionDueRides(ctx, {
            from: "scheduled",
            to: "departed",
            share: 0,
            limit: BATCH,
          }),
        ),
    },
    {
      name: "ride.completed",
      everyS: 30,
      run: async (ctx) => {
        const share = ctx.settings.COMPLETE_AFTER_FRACTION;
        const rows = await transitionDueRides(ctx, {
          from: "departed",
          to: "completed",
          share,
          limit: BATCH,
        });
        await hooks.completed(ctx, rows);
        return publishRideChanges(ctx, rows);
      },
    },
  ];
}

/** Returns true if there may be more. */
function publishRideChanges(ctx: InTransaction, rows: readonly RideRow[]): boolean {
  for (const { id, host_id } of rows) {
    ctx.publish("rides", {
      type: "ride.changed",
      rideId: id,
    });
    ctx.publish(`user:${host_id}`, {
      type: "ride.changed",
      rideId: id,
    });
  }
  return rows.length === BATCH;
}

function isTooEarly({ now }: Context, { status, departs_at }: RideRow): boolean {
  return status !== "cancelled" && departs_at > now();
}

async function statusAlreadySetProblem(ctx: Context, row: RideRow): Promise<Problem> {
  const [current] = await viewRides(ctx, [row], row.host_id);
  return new Problem("status_already_set", {
    ...ifCancelled(row),
    current,
  });
}
