import type { Ride } from "@commonlane/contract/rides";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { mustHost } from "./ride-guards.ts";
import { type RideFollowUp, tellOfRide } from "./rides.ts";
import { findRide, lockRide, moveDueRides, moveRide, type RideRow } from "./rides.store.ts";
import { viewRides } from "./rides.view.ts";

/** Cancels a ride that has not left; who is on it, or asked to be, is told the reason. */
export function cancelRide(
  ctx: Context,
  host: Caller,
  { id, reason }: { id: string; reason?: string | null | undefined },
  followUp: RideFollowUp,
): Promise<Ride> {
  return transaction(ctx, async (ctx) => {
    const before = await mustHost(lockRide(ctx, id), host);
    const row = await moveRide(ctx, id, { from: ["scheduled"], to: "cancelled", left: false });
    if (!row) throw before.status === "cancelled" ? await alreadySet(ctx, before) : new Problem("ride_over");
    await followUp.cancelled(ctx, row, reason || null);
    return tellOfRide(ctx, row, "ride.cancelled");
  });
}

/** The host says that everybody has arrived; only a ride that has left can. */
export function completeRide(ctx: Context, host: Caller, id: string, followUp: RideFollowUp): Promise<Ride> {
  return transaction(ctx, async (ctx) => {
    const before = await mustHost(findRide(ctx, id), host);
    const row = await moveRide(ctx, id, { from: ["scheduled", "departed"], to: "completed", left: true });
    if (!row) throw before.departs_at > ctx.now() ? tooEarly(before) : await alreadySet(ctx, before);
    await followUp.completed(ctx, [row]);
    return tellOfRide(ctx, row, "ride.changed");
  });
}

const BATCH = 200;

/** Rides whose hour has come depart, and later complete by themselves (domain.md, State machines). */
export const rideSweeps = (followUp: Pick<RideFollowUp, "completed">): readonly Sweep[] => [
  {
    name: "ride.departed",
    everyS: 15,
    run: async (ctx) =>
      tellOfEach(ctx, await moveDueRides(ctx, { from: "scheduled", to: "departed", share: 0, limit: BATCH })),
  },
  {
    name: "ride.completed",
    everyS: 30,
    run: async (ctx) => {
      const share = ctx.settings.COMPLETED_AFTER_SHARE;
      const rows = await moveDueRides(ctx, { from: "departed", to: "completed", share, limit: BATCH });
      await followUp.completed(ctx, rows);
      return tellOfEach(ctx, rows);
    },
  },
];

/** True when there may be more of them. */
function tellOfEach(ctx: InTransaction, rows: readonly RideRow[]): boolean {
  for (const { id, host_id } of rows) {
    ctx.announce("rides", { type: "ride.changed", rideId: id });
    ctx.announce(`user:${host_id}`, { type: "ride.changed", rideId: id });
  }
  return rows.length === BATCH;
}

const tooEarly = ({ status }: RideRow) => new Problem(status === "cancelled" ? "status_already_set" : "too_early");

async function alreadySet(ctx: Context, row: RideRow): Promise<Problem> {
  const [current] = await viewRides(ctx, [row], row.host_id);
  return new Problem("status_already_set", { current });
}
