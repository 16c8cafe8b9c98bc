import { translatable } from "@commonlane/contract/message";
import type { RideHooks } from "#modules/rides/index.ts";
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
import { expireDueSeatRequests, transitionSeatRequestsOfRides } from "./seat-requests.store.ts";
import {
  affectsPassengers,
  notifyPickupMoved,
  notifyRideChanged,
} from "./ride-changes/ride-notifications.ts";
import { promoteStandby, promoteAllWaiting } from "./standby/standby-promotion.ts";
import { endDueStandby } from "./standby/standby.ts";
import { publishSeatRequestEvents } from "./seat-request-events.ts";
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
    await publishSeatRequestEvents(ctx, accepted, "seat-request.cancelled", [ride]);
    await publishSeatRequestEvents(ctx, pending, "seat-request.rejected", [ride]);
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
    await publishSeatRequestEvents(
      ctx,
      await transitionSeatRequestsOfRides(ctx, ids, unconfirmed),
      "seat-request.cancelled",
      rides,
    );
    await publishSeatRequestEvents(
      ctx,
      await transitionSeatRequestsOfRides(ctx, ids, {
        from: "accepted",
        to: "completed",
      }),
      "seat-request.completed",
      rides,
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
      await publishSeatRequestEvents(ctx, expired, "seat-request.expired");
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
