import { HOUR_MS } from "@commonlane/contract/durations";
import { SHARE_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import type { OnTheWay as Safety } from "@commonlane/contract/on-the-way";
import type { Ride } from "@commonlane/contract/rides";

/** How long after the arrival help stays at hand where the server has not said it. */
const HELP_AFTER_MS = 2 * HOUR_MS;

interface SafetyParts {
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
export function safetyParts(
  { departsAt, arrivesAt }: Pick<Ride, "departsAt" | "arrivesAt">,
  safety: Pick<Safety, "opensAt" | "endsAt" | "arrivedAt" | "askedAt"> | undefined,
  nowMs: number,
): SafetyParts {
  const departsMs = Date.parse(departsAt);
  const opensMs = safety ? Date.parse(safety.opensAt) : departsMs - SHARE_OPENS_BEFORE_S * 1000;
  const endsMs = safety ? Date.parse(safety.endsAt) : Date.parse(arrivesAt) + HELP_AFTER_MS;
  const over = nowMs >= endsMs;
  return {
    emergency: opensMs <= nowMs && !over,
    arrival: safety !== undefined && departsMs <= nowMs && (!over || safety.askedAt !== null),
    sharing: safety !== undefined && !over && safety.arrivedAt === null,
  };
}
