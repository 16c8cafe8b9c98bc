import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatDistance, formatDuration, formatTime } from "#shared/formatting/format.ts";
import { requestsAlong } from "../ride-requests.queries.ts";

/** Detour for one of the viewer's rides, or a note that the request does not fit. */
export function RideDetourHint({ rideId, request }: { rideId: string; request: RideRequest }) {
  const { t } = useLingui();
  const { data } = useQuery(requestsAlong(rideId));
  if (!data) return null;
  const match = data.items.find(({ id }) => id === request.id)?.match;
  if (!match)
    return t`This ride may not pass close enough at that time, or may have too few seats. We'll check when you send the offer.`;
  const { detourM, detourS, pickupAt } = match;
  const detourText =
    detourS < 30 ? t`No detour` : t`+${formatDuration(detourS)} and ${formatDistance(detourM)} for you`;
  return t`${detourText}, pickup around ${formatTime(pickupAt, request.timeZone)}.`;
}
