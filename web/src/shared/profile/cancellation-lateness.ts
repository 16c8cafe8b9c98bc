import type { Community } from "@commonlane/contract/community";
import { HOUR_MS } from "@commonlane/contract/durations";

export type Lateness = "early" | "late" | "last-minute";

/** What a cancellation now counts for whoever makes it, by how near the pickup is; the same as the server counts. */
export function cancellationLatenessAt(
  nowMs: number,
  pickupAt: string,
  { lateCancellationH: lateH, lastMinuteCancellationH: lastMinuteH }: Community["cancellation"],
): Lateness {
  const hours = Math.max(0, (Date.parse(pickupAt) - nowMs) / HOUR_MS);
  if (hours < lastMinuteH) return "last-minute";
  return hours < lateH ? "late" : "early";
}
