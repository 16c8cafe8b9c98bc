import { HOUR_MS } from "@commonlane/contract/durations";
import { SHARE_LINK_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import type { TripSafety as Safety } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";

/** How long after the arrival help stays at hand where the server has not said it. */
const HELP_AFTER_MS = 2 * HOUR_MS;

interface VisibleSections {
  /** Help, from an hour before the departure until it is over. */
  emergency: boolean;
  /** "I have arrived", and as long as somebody is waiting to hear it. */
  arrival: boolean;
  /** Links to follow the ride, from the booking on. */
  sharing: boolean;
}

/**
 * What of "Safe on the way" is shown now, to who is on a ride. Without the server's answer the ride's own hours say when
 * help is at hand: it must not wait for a network.
 */
export function getVisibleSections(
  { departsAt, arrivesAt }: Pick<Ride, "departsAt" | "arrivesAt">,
  safety: Pick<Safety, "opensAt" | "endsAt" | "arrivedAt" | "arrivalAskedAt"> | undefined,
  nowMs: number,
): VisibleSections {
  const departsMs = Date.parse(departsAt);
  const opensMs = safety ? Date.parse(safety.opensAt) : departsMs - SHARE_LINK_OPENS_BEFORE_S * 1000;
  const endsMs = safety ? Date.parse(safety.endsAt) : Date.parse(arrivesAt) + HELP_AFTER_MS;
  const isOver = nowMs >= endsMs;
  return {
    emergency: opensMs <= nowMs && !isOver,
    arrival: safety !== undefined && departsMs <= nowMs && (!isOver || safety.arrivalAskedAt !== null),
    sharing: safety !== undefined && !isOver && safety.arrivedAt === null,
  };
}
