import type { NearbyRequest } from "@commonlane/contract/ride-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { joinWithComma } from "#shared/formatting/day-and-time.ts";
import {
  formatDistance,
  formatDuration,
  formatMoney,
  formatTime,
} from "#shared/formatting/format.ts";
import { windowText } from "../request-text.ts";

interface OpenRequestCardProps {
  readonly request: NearbyRequest;
  /** The viewer's ride along whose route the request was found. */
  readonly rideId?: string | undefined;
  readonly alreadyOffered: boolean;
  readonly onHighlight?: ((requestId: string | undefined) => void) | undefined;
}

/** Card of a request in a list, with the driver's detour; links to the offer form. */
export function OpenRequestCard({
  request,
  rideId,
  alreadyOffered,
  onHighlight,
}: OpenRequestCardProps) {
  const { t } = useLingui();
  const { id, seeker, origin, destination, seats, maxContribution } = request;
  return (
    <li>
      <Link
        to={`/requests/${id}${rideId ? `?ride=${rideId}` : ""}`}
        onPointerEnter={() => onHighlight?.(id)}
        onPointerLeave={() => onHighlight?.(undefined)}
        onFocus={() => onHighlight?.(id)}
        onBlur={() => onHighlight?.(undefined)}
        className="grid gap-3 card p-4 text-ink no-underline hover:border-edge"
      >
        <JourneyStrip from={origin.label} to={destination.label} meta={windowText(request)} />
        <DetourOrDistance request={request} />
        <span className="flex flex-wrap items-center gap-2.5 border-t border-line pt-3 text-sm text-ink-2">
          <Avatar
            uid={seeker.uid}
            name={seeker.displayName}
            initials={seeker.initials}
            photo={seeker.photo}
            size="sm"
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold text-ink">{seeker.displayName}</span>
            <span className="flex items-center gap-1.5">
              <RatingText person={seeker} />
              {` · ${t`${plural(seats, {
                one: "# seat",
                other: "# seats",
              })}`}`}
              {maxContribution && ` · ${t`at most ${formatMoney(maxContribution)}`}`}
            </span>
          </span>
          {alreadyOffered && (
            <Pill tone="quiet" icon="check">
              {t`Offer sent`}
            </Pill>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Distance from the place, or detour for the viewer's ride. */
function DetourOrDistance({
  request: { match, distanceKm, timeZone },
}: {
  request: NearbyRequest;
}) {
  const { t } = useLingui();
  const detourText =
    match &&
    match.detourS >= 30 &&
    joinWithComma(`+${formatDuration(match.detourS)}`, formatDistance(match.detourM));
  return (
    <span className="flex items-start gap-2 rounded-sm bg-sunken px-3 py-2 text-sm text-ink-2">
      <Icon name={match ? "route" : "pin"} className="mt-px size-4.5" />
      {match
        ? `${detourText ? t`${detourText} for you` : t`No detour for you`} · ${t`pickup around ${formatTime(match.pickupAt, timeZone)}`}`
        : t`starts about ${formatDistance(distanceKm * 1000)} away`}
    </span>
  );
}
