import { shownTime } from "@commonlane/contract/shown-time";
import { notify } from "#modules/notifications/index.ts";
import { type RideRow } from "#modules/rides/index.ts";
import { areSamePlaces } from "#modules/rides/route/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { lockActiveSeatRequests } from "./ride-changes.store.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";
import { isConfirmedSeat, rideForSeeker } from "../location-privacy/visible-stops.ts";

/** Path and template details of a notification about a ride. */
export const rideNotificationContent = (ride: RideRow) => ({
  path: `/rides/${ride.id}` as const,
  details: {
    from: ride.points.at(0)?.label ?? "",
    to: ride.points.at(-1)?.label ?? "",
    at: shownTime(ride.departs_at),
    timeZone: ride.time_zone,
    rideId: ride.id,
  },
  lateAt: ride.departs_at,
});

/** The same about a passenger's own trip: their stops and the time of their pickup. */
export const ownTripContent = (
  ride: RideRow,
  { id, pickup, dropoff, pickup_at }: SeatRequestRow,
) => ({
  path: `/rides/${ride.id}` as const,
  details: {
    from: pickup.label,
    to: dropoff.label,
    at: shownTime(pickup_at),
    timeZone: timeZoneAt(pickup),
    rideId: ride.id,
    seatRequestId: id,
  },
  lateAt: pickup_at,
});

/** A confirmed passenger reads of their own trip; others of the ride as strangers see it. */
export const contentForSeeker = (ride: RideRow, row: SeatRequestRow) =>
  isConfirmedSeat(row)
    ? ownTripContent(ride, row)
    : rideNotificationContent(rideForSeeker(ride, row));

/** True if the change affects passengers' decision to travel. */
export const affectsPassengers = (before: RideRow, ride: RideRow): boolean =>
  before.departs_at.getTime() !== ride.departs_at.getTime() ||
  !areSamePlaces(before.points, ride.points) ||
  JSON.stringify(before.vehicle) !== JSON.stringify(ride.vehicle);

/** Notifies everyone with an active request of the changed ride, or asks them to confirm it. */
export async function notifyRideChanged(ctx: InTransaction, ride: RideRow): Promise<void> {
  const notification = {
    kind: "ride.changed",
    cause: causeOf(ctx, ride),
    person: ride.host_id,
  } as const;
  for (const row of await lockActiveSeatRequests(ctx, ride.id, "unlocked")) {
    if (row.confirm_by) await askToConfirm(ctx, row, ride);
    else {
      await notify(ctx, {
        to: row.seeker_id,
        ...notification,
        ...contentForSeeker(ride, row),
      });
    }
  }
}

/** Smaller changes are shown in the app but not notified. */
const NOTIFY_FROM_MS = 60_000;

/**
 * Notifies passengers whose pickup moved because of another passenger's stop, or asks them to confirm. Uses their own
 * stops and new pickup time.
 */
export async function notifyPickupMoved(
  ctx: InTransaction,
  ride: RideRow,
  moved: readonly Pick<SeatRequestRow, "id" | "pickup_at">[],
): Promise<void> {
  if (moved.length === 0) return;
  const before = new Map(moved.map(({ id, pickup_at }) => [id, pickup_at]));
  for (const row of await lockActiveSeatRequests(ctx, ride.id, "unlocked")) {
    const previousPickupAt = before.get(row.id);
    if (
      !previousPickupAt ||
      (!row.confirm_by &&
        Math.abs(previousPickupAt.getTime() - row.pickup_at.getTime()) < NOTIFY_FROM_MS)
    )
      continue;
    const { confirm_by } = row;
    const { details, ...content } = ownTripContent(ride, row);
    const notification = {
      to: row.seeker_id,
      cause: causeOf(ctx, ride),
      person: ride.host_id,
      ...content,
    };
    if (confirm_by)
      await notify(ctx, {
        ...notification,
        kind: "ride.moved",
        details: {
          ...details,
          until: confirm_by.toISOString(),
        },
      });
    else
      await notify(ctx, {
        ...notification,
        kind: "ride.changed",
        details,
      });
  }
}

/** Asks a passenger to confirm the changed ride. */
export async function askToConfirm(
  ctx: InTransaction,
  row: SeatRequestRow,
  ride: RideRow,
): Promise<void> {
  const { seeker_id, confirm_by } = row;
  const { details, ...content } = contentForSeeker(ride, row);
  await notify(ctx, {
    to: seeker_id,
    kind: "ride.moved",
    cause: causeOf(ctx, ride),
    person: ride.host_id,
    ...content,
    details: {
      ...details,
      ...(confirm_by && { until: confirm_by.toISOString() }),
    },
  });
}

const causeOf = ({ now }: InTransaction, { id }: RideRow) => `${id} ${now().getTime()}`;
