import { HOUR_MS } from "@commonlane/contract/durations";
import { notify } from "#modules/notifications/index.ts";
import { findRide, findRides, toPassengerRide } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { rideNotificationContent } from "../ride-changes/ride-notifications.ts";
import {
  deleteReminders,
  findAgreedPassengers,
  claimHalfExpiredConfirmations,
  claimHalfExpiredRequests,
  claimRidesToRemind,
} from "./reminders.store.ts";
import { findSeatRequest } from "../seat-requests.store.ts";
import { rideForSeeker, visibleStops } from "../location-privacy/visible-stops.ts";

const RETENTION_MS = 7 * 24 * HOUR_MS;

/** domain.md, Notices. A late first reminder is still sent, but not so late that the second follows at once. */
const REMINDER_WINDOWS = {
  "ride.tomorrow": { withinMs: 24 * HOUR_MS, notWithinMs: 3 * HOUR_MS },
  "ride.soon": { withinMs: HOUR_MS, notWithinMs: 0 },
} as const;

/** Reminds the host and all passengers of departures. Returns true if more may remain. */
export async function remindOfDepartures(
  ctx: InTransaction,
  kind: keyof typeof REMINDER_WINDOWS,
): Promise<boolean> {
  const { rideIds, hasMore } = await claimRidesToRemind(ctx, kind, REMINDER_WINDOWS[kind]);
  for (const ride of await findRides(ctx, rideIds)) {
    const notification = { kind, cause: `${ride.id} ${ride.departs_at.getTime()}` } as const;
    const passengers = (await findAgreedPassengers(ctx, ride.id)).map((row) => ({
      to: row.seeker_id,
      ...rideNotificationContent(toPassengerRide(ride, row)),
    }));
    const recipients = [{ to: ride.host_id, ...rideNotificationContent(ride) }, ...passengers];
    await notify(ctx, ...recipients.map((recipient) => ({ ...notification, ...recipient })));
  }
  return hasMore;
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
    const { details, path } = rideNotificationContent(rideForSeeker(ride, seatRequest));
    const until = seatRequest.confirm_by;
    await notify(ctx, {
      to: seatRequest.seeker_id,
      kind: "seat-request.confirming",
      cause: `${id} ${until.getTime()}`,
      person: ride.host_id,
      path,
      details: { ...details, until: until.toISOString() },
      lateAt: until,
    });
  }
  return hasMore;
}

export const deleteOldReminders = (ctx: InTransaction): Promise<void> =>
  deleteReminders(ctx, new Date(ctx.now().getTime() - RETENTION_MS));
