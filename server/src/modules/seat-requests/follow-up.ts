import { findRides, type RideFollowUp, type RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { foresee, refit } from "./changed-rides.ts";
import { lapseUnconfirmed, NOT_CONFIRMED } from "./confirmations.ts";
import { forgetReminders, remindHosts, remindOfRides, remindToConfirm } from "./reminders.ts";
import { expireDue, moveAllOf, type SeatRequestRow } from "./seat-requests.store.ts";
import { isOtherJourney, noticeChange } from "./ride-notices.ts";
import { learnLines, serveStandby, serveWaiting } from "./standby-serving.ts";
import { endWaiting } from "./standby.ts";
import { tellOfSeatRequest } from "./telling.ts";
import { countDetours } from "./uncounted-detours.ts";

const CANCELLED = "The host cancelled this ride.";

/** What becomes of the seat requests of a ride when something happens to the ride. */
export const rideFollowUp: RideFollowUp = {
  foreseen: foresee,
  changed: async (ctx, before, ride) => {
    const seated = await refit(ctx, before, ride);
    if (isOtherJourney(before, seated)) await noticeChange(ctx, seated);
    return (await serveStandby(ctx, seated.id)) ?? seated;
  },
  cancelled: async (ctx, ride, reason) => {
    const step = { endedBy: "host", reason: reason ?? CANCELLED } as const;
    const accepted = await moveAllOf(ctx, [ride.id], { from: "accepted", to: "cancelled", ...step });
    const pending = await moveAllOf(ctx, [ride.id], { from: "pending", to: "rejected", ...step });
    await tellEach(ctx, accepted, [ride], "seat-request.cancelled");
    await tellEach(ctx, pending, [ride], "seat-request.rejected");
  },
  completed: async (ctx, rides) => {
    const ids = rides.map(({ id }) => id);
    // Whoever never confirmed a seat that was held for them was not aboard.
    const unconfirmed = {
      from: "accepted",
      to: "cancelled",
      held: true,
      endedBy: "system",
      reason: NOT_CONFIRMED,
    } as const;
    await tellEach(ctx, await moveAllOf(ctx, ids, unconfirmed), rides, "seat-request.cancelled");
    await tellEach(
      ctx,
      await moveAllOf(ctx, ids, { from: "accepted", to: "completed" }),
      rides,
      "seat-request.completed",
    );
  },
};

const BATCH = 500;

/** Requests that nobody answered in time expire, and both sides hear of it (domain.md, State machines). */
export const seatRequestSweeps: readonly Sweep[] = [
  {
    name: "seat-request.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDue(ctx, BATCH);
      const rides = await findRides(ctx, [...new Set(expired.map(({ ride_id }) => ride_id))]);
      await tellEach(ctx, expired, rides, "seat-request.expired");
      return expired.length === BATCH;
    },
  },
  { name: "seat-request.lapsed", everyS: 30, run: lapseUnconfirmed },
  { name: "ride.detours", everyS: 600, run: countDetours },
  { name: "standby.served", everyS: 30, run: serveWaiting, ahead: learnLines },
  { name: "standby.ended", everyS: 60, run: endWaiting },
  { name: "ride.tomorrow", everyS: 60, run: (ctx) => remindOfRides(ctx, "ride.tomorrow") },
  { name: "ride.soon", everyS: 30, run: (ctx) => remindOfRides(ctx, "ride.soon") },
  { name: "seat-request.waiting", everyS: 60, run: remindHosts },
  { name: "seat-request.confirming", everyS: 60, run: remindToConfirm },
  { name: "reminder.forgotten", everyS: 3600, run: forgetReminders },
];

async function tellEach(
  ctx: InTransaction,
  rows: readonly SeatRequestRow[],
  rides: readonly RideRow[],
  type: Parameters<typeof tellOfSeatRequest>[3],
): Promise<void> {
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  for (const row of rows) {
    const ride = byId.get(row.ride_id);
    if (ride) await tellOfSeatRequest(ctx, row, ride, type);
  }
}
