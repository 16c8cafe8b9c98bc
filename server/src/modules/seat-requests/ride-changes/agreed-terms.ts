import type { AgreedRide } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { splitPoints, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import { rideForSeeker } from "../location-privacy/visible-stops.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

/** The terms of a seat, as its seeker may see the ride; at other times than the stored ones if given. */
export function toAgreedRide(
  ride: RideRow,
  row: SeatRequestRow,
  times: Pick<SeatRequestRow, "pickup_at" | "dropoff_at"> = row,
): AgreedRide {
  const { origin, destination } = splitPoints(rideForSeeker(ride, row).points);
  return {
    departsAt: ride.departs_at.toISOString(),
    origin,
    destination,
    pickupAt: times.pickup_at.toISOString(),
    dropoffAt: times.dropoff_at.toISOString(),
  };
}

/**
 * True if the ride differs so much from the agreed terms that the passenger must confirm it (domain.md, State
 * machines).
 */
export function needsConfirmation(
  { settings }: Pick<Context, "settings">,
  agreed: AgreedRide,
  now: AgreedRide,
): boolean {
  return (
    (["departsAt", "pickupAt", "dropoffAt"] as const).some(
      (name) => differenceS(agreed[name], now[name]) > settings.CONFIRM_DEPARTURE_S,
    ) ||
    (["origin", "destination"] as const).some(
      (name) => distanceM(agreed[name], now[name]) > settings.CONFIRM_END_M,
    )
  );
}

const differenceS = (a: string, b: string): number =>
  Math.abs(Date.parse(a) - Date.parse(b)) / 1000;

/** Minimum time to confirm, cut off at the departure. */
const MIN_CONFIRM_MS = 30 * 60_000;

/** min(`withinS`, departure − 30 min), but at least half an hour or until the departure. */
export function confirmationDeadline(
  { now, settings }: Context,
  departsAt: Date,
  withinS = settings.CONFIRM_WITHIN_S,
): Date {
  const nowMs = now().getTime();
  const departsMs = departsAt.getTime();
  const lastMs = Math.min(
    nowMs + withinS * 1000,
    departsMs - settings.REQUEST_EXPIRES_BEFORE_DEPARTURE_S * 1000,
  );
  return new Date(Math.max(lastMs, Math.min(nowMs + MIN_CONFIRM_MS, departsMs)));
}
