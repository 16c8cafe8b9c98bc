import type { Community } from "@commonlane/contract/community";
import { HOUR_MS } from "@commonlane/contract/durations";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useNow } from "#shared/use-now.ts";

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

/** How late a cancellation counts now, as text. */
export function useCancellationLateness(pickupAt: string): string {
  const { t } = useLingui();
  const lateness = cancellationLatenessAt(useNow(), pickupAt, communitySettings.cancellation);
  const { late, lastMinute } = latenessThresholds();
  if (lateness === "early")
    return t`It's more than ${late} ahead, so it doesn't affect your reliability.`;
  if (lateness === "late")
    return t`It's less than ${late} ahead, so your profile will show a late cancellation.`;
  return t`It's less than ${lastMinute} ahead, so your profile will show a last-minute cancellation.`;
}

/** Thresholds of late and last-minute cancellations, as text. */
export function latenessThresholds() {
  const { lateCancellationH, lastMinuteCancellationH } = communitySettings.cancellation;
  return {
    late: plural(lateCancellationH, {
      one: "# hour",
      other: "# hours",
    }),
    lastMinute: plural(lastMinuteCancellationH, {
      one: "# hour",
      other: "# hours",
    }),
  };
}
