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
    late: plural(lateCancellationH, { one: "# hour", other: "# hours" }),
    lastMinute: plural(lastMinuteCancellationH, { one: "# hour", other: "# hours" }),
  };
}
