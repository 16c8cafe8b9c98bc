import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "../community-settings.ts";
import { useNow } from "../use-now.ts";
import { cancellationLatenessAt } from "./cancellation-lateness.ts";

/** How late a cancellation counts now, as text. */
export function useCancellationLateness(pickupAt: string): string {
  const { t } = useLingui();
  const lateness = cancellationLatenessAt(useNow(), pickupAt, communitySettings.cancellation);
  const { late, lastMinute } = latenessThresholds();
  if (lateness === "early") return t`It is more than ${late} ahead and does not weigh on your reliability.`;
  if (lateness === "late") return t`It is less than ${late} ahead: your profile shows it as a late cancellation.`;
  return t`It is less than ${lastMinute} ahead: your profile shows it as a cancellation at the last minute.`;
}

/** Thresholds of late and last-minute cancellations, as text. */
export function latenessThresholds() {
  const { lateCancellationH: lateH, lastMinuteCancellationH: lastMinuteH } = communitySettings.cancellation;
  return {
    late: plural(lateH, { one: "# hour", other: "# hours" }),
    lastMinute: plural(lastMinuteH, { one: "# hour", other: "# hours" }),
  };
}
