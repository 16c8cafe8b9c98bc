import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { formatDetour, formatTimeOnRide } from "#shared/formatting/estimates.ts";
import { joinWithComma } from "#shared/formatting/day-and-time.ts";
import { formatDistance } from "#shared/formatting/format.ts";

/** Shorter detours are not worth a decision. */
const NO_DETOUR_S = 30;

/** What a request costs the host: detour in minutes and distance, and the arrival with it; undefined without a detour. */
export function requestCost(
  { detourM, detourS }: Pick<SeatRequest, "detourM" | "detourS">,
  ride: Pick<Ride, "departsAt" | "arrivesAt" | "timeZone" | "routed">,
): { detour: string; arrival: string } | undefined {
  if (detourS < NO_DETOUR_S) return undefined;
  const arrivesAt = new Date(Date.parse(ride.arrivesAt) + detourS * 1000).toISOString();
  return {
    detour: joinWithComma(formatDetour(detourS, ride), formatDistance(detourM)),
    arrival: formatTimeOnRide(arrivesAt, ride),
  };
}
