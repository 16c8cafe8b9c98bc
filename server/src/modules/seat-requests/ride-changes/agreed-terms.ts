import type { AgreedRide } from "@commonlane/contract/seat-requests";
import { distanceM } from "@commonlane/matching/geo";
import { splitPoints, type RideRow } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "../seat-requests.store.ts";

export const toAgreedRide = (
  { departs_at, points }: Pick<RideRow, "departs_at" | "points">,
  { pickup_at, dropoff_at }: Pick<SeatRequestRow, "pickup_at" | "dropoff_at">,
): AgreedRide => {
  const { origin, destination } = splitPoints(points);
  const [departsAt, pickupAt, dropoffAt] = [departs_at, pickup_at, dropoff_at].map((at) => at.toISOString());
  if (!departsAt || !pickupAt || !dropoffAt) throw new Error("An agreed instant is missing.");
  return { departsAt, origin, destination, pickupAt, dropoffAt };
};

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
    (["origin", "destination"] as const).some((name) => distanceM(agreed[name], now[name]) > settings.CONFIRM_END_M)
  );
}

const differenceS = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 1000;
