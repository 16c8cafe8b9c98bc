import type { Community } from "@commonlane/contract/community";
import { HOUR_MS } from "@commonlane/contract/durations";

export type Lateness = "early" | "late" | "last-minute";

/** How late a cancellation counts now, by the time until pickup; same rule as the server. */
export function cancellationLatenessAt(
  nowMs: number,
  pickupAt: string,
  { lateCancellationH, lastMinuteCancellationH }: Community["cancellation"],
): Lateness {
  const hours = Math.max(0, (Date.parse(pickupAt) - nowMs) / HOUR_MS);
  if (hours < lastMinuteCancellationH) return "last-minute";
  return hours < lateCancellationH ? "late" : "early";
}
