import { translatable } from "@commonlane/contract/message";
import { findRides, type RideHooks, type RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { lockActiveSeatRequests } from "./ride-changes/ride-changes.store.ts";
import { refitSeatRequests } from "./ride-changes/ride-changes.ts";
import { cancelUnconfirmedBookings, NOT_CONFIRMED } from "./ride-changes/confirmations.ts";
import {
  deleteOldReminders,
  remindHostsToAnswer,
  remindOfDepartures,
  remindPassengersToConfirm,
} from "./reminders/reminders.ts";
import {
  expireDueSeatRequests,
  transitionSeatRequestsOfRides,
  type SeatRequestRow,
} from "./seat-requests.store.ts";
import {
  affectsPassengers,
  notifyPickupMoved,
  notifyRideChanged,
} from "./ride-changes/ride-notifications.ts";
import { promoteStandby, promoteAllWaiting } from "./standby/standby-promotion.ts";
import { endDueStandby } from "./standby/standby.ts";
import { publishSeatRequestEvent } from "./seat-request-events.ts";
import { backfillDetours, backfillPassengerForms } from "./driven-route/backfill-detours.ts";

const RIDE_CANCELLED = translatable("The host cancelled this ride.");

/** Updates seat requests when their ride changes, is cancelled or is completed. */
export const seatRequestRideHooks: RideHooks = {
  changed: async (ctx, before, ride) => {
    const roadsFound = before.roads_missing && !ride.roads_missing;
    const requestsBefore = roadsFound ? await lockActiveSeatRequests(ctx, ride.id) : [];
    const updatedRide = await refitSeatRequests(ctx, before, ride);
    if (affectsPassengers(before, updatedRide)) await notifyRideChanged(ctx, updatedRide);
    else await notifyPickupMoved(ctx, updatedRide, requestsBefore);
    return (await promoteStandby(ctx, updatedRide.id)) ?? updatedRide;
  },
  cancelled: async (ctx, ride, reason) => {
    const transition = {
      endedBy: "host",
      reason: reason ?? RIDE_CANCELLED,
    } as const;
    const accepted = await transitionSeatRequestsOfRides(ctx, [ride.id], {
      from: "accepted",
      to: "cancelled",
      ...transition,
    });
    const pending = await transitionSeatRequestsOfRides(ctx, [ride.id], {
      from: "pending",
      to: "rejected",
      ...transition,
    });
    publishForEach(ctx, accepted, [ride], "seat-request.cancelled");
    publishForEach(ctx, pending, [ride], "seat-request.rejected");
  },
  completed: async (ctx, rides) => {
    const ids = rides.map(({ id }) => id);
    // Reserved seats that were never confirmed were not travelled.
    const unconfirmed = {
      from: "accepted",
      to: "cancelled",
      reserved: true,
      endedBy: "system",
      reason: NOT_CONFIRMED,
    } as const;
    publishForEach(
      ctx,
      await transitionSeatRequestsOfRides(ctx, ids, unconfirmed),
      rides,
      "seat-request.cancelled",
    );
    publishForEach(
      ctx,
      await transitionSeatRequestsOfRides(ctx, ids, {
        from: "accepted",
        to: "completed",
      }),
      rides,
      "seat-request.completed",
    );
  },
};

const BATCH = 500;

/** Expires unanswered requests and notifies both sides (domain.md, State machines), among other periodic work. */
export const seatRequestSweeps: readonly Sweep[] = [
  {
    name: "seat-request.expired",
    everyS: 15,
    run: async (ctx) => {
      const expired = await expireDueSeatRequests(ctx, BATCH);
      const rides = await findRides(ctx, [...new Set(expired.map(({ ride_id }) => ride_id))]);
      publishForEach(ctx, expired, rides, "seat-request.expired");
      return expired.length === BATCH;
    },
  },
  {
    name: "seat-request.lapsed",
    everyS: 30,
    runOutside: cancelUnconfirmedBookings,
  },
  { name: "ride.detours", everyS: 600, run: backfillDetours },
  { name: "ride.forms", everyS: 600, run: backfillPassengerForms },
  { name: "standby.promoted", everyS: 30, run: promoteAllWaiting },
  { name: "standby.ended", everyS: 60, run: endDueStandby },
  {
    name: "ride.tomorrow",
    everyS: 60,
    run: (ctx) => remindOfDepartures(ctx, "ride.tomorrow"),
  },
  {
    name: "ride.soon",
    everyS: 30,
    run: (ctx) => remindOfDepartures(ctx, "ride.soon"),
  },
  {
    name: "seat-request.waiting",
    everyS: 60,
    run: remindHostsToAnswer,
  },
  {
    name: "seat-request.confirming",
    everyS: 60,
    run: remindPassengersToConfirm,
  },
  { name: "reminder.deleted", everyS: 3600, run: deleteOldReminders },
];

function publishForEach(
  ctx: InTransaction,
  rows: readonly SeatRequestRow[],
  rides: readonly RideRow[],
  type: Parameters<typeof publishSeatRequestEvent>[3],
): void {
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  for (const row of rows) {
    const ride = byId.get(row.ride_id);
    if (ride) publishSeatRequestEvent(ctx, row, ride, type);
  }
}
