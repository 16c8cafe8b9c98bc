import type { FittingRide } from "@commonlane/contract/offers";
import { useLingui } from "@lingui/react/macro";
import { formatDistance, formatDuration, formatTime } from "#shared/formatting/format.ts";

/** What a request costs on one of the viewer's rides. */
export function RideDetourHint({ fitting: { detourS, detourM, pickupAt, ride } }: { fitting: FittingRide }) {
  const { t } = useLingui();
  const detourText =
    detourS < 30 ? t`No detour` : t`+${formatDuration(detourS)} and ${formatDistance(detourM)} for you`;
  return t`${detourText}, pickup around ${formatTime(pickupAt, ride.timeZone)}.`;
}
