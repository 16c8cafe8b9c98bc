import type { Offer } from "@commonlane/contract/offers";
import { formatTimeOnRide } from "#shared/formatting/estimates.ts";

/** Pickup and arrival such as "07:45", or "≈ 09:30" if they are estimates. */
export function offerTimes(
  {
    departsAt,
    pickupAt,
    dropoffAt,
    routed,
  }: Pick<Offer, "departsAt" | "pickupAt" | "dropoffAt" | "routed">,
  timeZone: string,
): { readonly picksUp: string; readonly arrives: string } {
  const schedule = { departsAt, timeZone, routed };
  return {
    picksUp: formatTimeOnRide(pickupAt, schedule),
    arrives: formatTimeOnRide(dropoffAt, schedule),
  };
}
