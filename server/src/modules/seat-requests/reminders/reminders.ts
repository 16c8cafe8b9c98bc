import { HOUR_MS } from "@commonlane/contract/durations";
import { notify } from "#modules/notifications/index.ts";
import { findRide, findRides, type RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import {
  contentForSeeker,
  ownTripContent,
  rideNotificationContent,
} from "../ride-changes/ride-notifications.ts";
import {
  deleteReminders,
  claimHalfExpiredConfirmations,
  claimHalfExpiredRequests,
  claimRidesToRemind,
  claimSeatsToRemind,
  type ReminderKind,
  type ReminderWindow,
} from "./reminders.store.ts";
import { findSeatRequest, findSeatRequests } from "../seat-requests.store.ts";
import { visibleStops } from "../location-privacy/visible-stops.ts";

const RETENTION_MS = 7 * 24 * HOUR_MS;

/** domain.md, Notices. A late first reminder is still sent, but not so late that the second follows at once. */
const REMINDER_WINDOWS: Readonly<Record<ReminderKind, ReminderWindow>> = {
  "ride.tomorrow": {
    withinMs: 24 * HOUR_MS,
    notWithinMs: 3 * HOUR_MS,
  },
  "ride.soon": { withinMs: HOUR_MS, notWithinMs: 0 },
};

/** Reminds hosts of their departure and passengers of their own pickup. Returns true if more may remain. */
export async function remindOfDepartures(ctx: InTransaction, kind: ReminderKind): Promise<boolean> {
  const rides = await claimRidesToRemind(ctx, kind, REMINDER_WINDOWS[kind]);
  for (const ride of await findRides(ctx, rides.rideIds))
    await notify(ctx, {
      to: ride.host_id,
      kind,
      cause: causeOf(ride),
      ...rideNotificationContent(ride),
    });

  const seats = await claimSeatsToRemind(ctx, kind, REMINDER_WINDOWS[kind]);
  for (const seat of await findSeatRequests(ctx, seats.seatRequestIds)) {
    const ride = await findRide(ctx, seat.ride_id);
    if (!ride) continue;
    await notify(ctx, {
      to: seat.seeker_id,
      kind,
      cause: causeOf(ride),
      person: ride.host_id,
      ...ownTripContent(ride, seat),
    });
  }
  return rides.hasMore || seats.hasMore;
}

/** One reminder per departure, also if a pickup moves by minutes. */
function causeOf({ id, departs_at }: RideRow) {
  return `${id} ${departs_at.getTime()}`;
}

/** Reminds hosts of unanswered requests after half of the time to answer. Returns true if more may remain. */
export async function remindHostsToAnswer(ctx: InTransaction): Promise<boolean> {
  const { requestIds, hasMore } = await claimHalfExpiredRequests(ctx);
  for (const id of requestIds) {
    const seatRequest = await findSeatRequest(ctx, id);
    const ride = seatRequest && (await findRide(ctx, seatRequest.ride_id));
    const [stops] = seatRequest && ride ? await visibleStops(ctx, [seatRequest], ride.host_id) : [];
    if (!seatRequest || !ride || !stops) continue;
    await notify(ctx, {
      to: ride.host_id,
      kind: "seat-request.waiting",
      cause: id,
      person: seatRequest.seeker_id,
      path: `/rides/${ride.id}`,
      details: {
        from: stops.pickup.label,
        to: stops.dropoff.label,
        at: seatRequest.expires_at.toISOString(),
        timeZone: ride.time_zone,
        rideId: ride.id,
        seatRequestId: id,
      },
      lateAt: seatRequest.expires_at,
    });
  }
  return hasMore;
}

/** Reminds passengers to confirm a changed ride. Returns true if more may remain. */
export async function remindPassengersToConfirm(ctx: InTransaction): Promise<boolean> {
  const { requestIds, hasMore } = await claimHalfExpiredConfirmations(ctx);
  for (const id of requestIds) {
    const seatRequest = await findSeatRequest(ctx, id);
    const ride = seatRequest && (await findRide(ctx, seatRequest.ride_id));
    if (!seatRequest?.confirm_by || !ride) continue;
    const { details, path } = contentForSeeker(ride, seatRequest);
    const until = seatRequest.confirm_by;
    await notify(ctx, {
      to: seatRequest.seeker_id,
      kind: "seat-request.confirming",
      cause: `${id} ${until.getTime()}`,
      person: ride.host_id,
      path,
      details: {
        ...details,
        until: until.toISOString(),
      },
      lateAt: until,
    });
  }
  return hasMore;
}

export const deleteOldReminders = (ctx: InTransaction): Promise<void> =>
  deleteReminders(ctx, new Date(ctx.now().getTime() - RETENTION_MS));
