import { HOUR_MS } from "@commonlane/contract/durations";
import { SHARE_LINK_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import type { TripSafety as Safety } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";

/** How long emergency help stays visible after the arrival if the server has not responded. */
const HELP_AFTER_MS = 2 * HOUR_MS;

interface VisibleSections {
  /** Emergency help, from an hour before departure until the trip is over. */
  emergency: boolean;
  /** Arrival confirmation, shown as long as someone is waiting for it. */
  arrival: boolean;
  /** Share links, from the booking on. */
  sharing: boolean;
}

/**
 * Sections of the trip safety panel that are visible now. Without a response from the server, the ride's own times
 * decide about emergency help, which must not depend on a network.
 */
export function getVisibleSections(
  { departsAt, arrivesAt }: Pick<Ride, "departsAt" | "arrivesAt">,
  safety: Pick<Safety, "opensAt" | "endsAt" | "arrivedAt" | "arrivalAskedAt"> | undefined,
  nowMs: number,
): VisibleSections {
  const departsMs = Date.parse(departsAt);
  const opensMs = safety
    ? Date.parse(safety.opensAt)
    : departsMs - SHARE_LINK_OPENS_BEFORE_S * 1000;
  const endsMs = safety ? Date.parse(safety.endsAt) : Date.parse(arrivesAt) + HELP_AFTER_MS;
  const isOver = nowMs >= endsMs;
  return {
    emergency: opensMs <= nowMs && !isOver,
    arrival:
      safety !== undefined && departsMs <= nowMs && (!isOver || safety.arrivalAskedAt !== null),
    sharing: safety !== undefined && !isOver && safety.arrivedAt === null,
  };
}
