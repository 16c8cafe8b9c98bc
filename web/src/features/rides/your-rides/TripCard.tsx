import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { MessageButton } from "#shared/chat/MessageButton.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { formatDay, townName, formatTime } from "#shared/formatting/format.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { rideLink } from "../ride-segment.ts";
import { usePrefillRide } from "../rides.queries.ts";
import type { Trip } from "../trips.ts";
import { TripStatus } from "../TripStatus.tsx";
import { searchAgainLink } from "../trip-links.ts";

/** Requests after which the user needs another ride. */
const FAILED: readonly SeatRequestStatus[] = ["rejected", "expired", "cancelled"];

/** What other features know of a trip, such as requests that wait. */
export type RenderTripNotes = (trip: Trip, isPast: boolean) => ReactNode;

interface TripCardProps {
  readonly trip: Trip;
  readonly isPast: boolean;
  readonly renderNotes: RenderTripNotes;
}

/** One of the user's trips, with its status and what can be done. */
export function TripCard({ trip, isPast, renderNotes }: TripCardProps) {
  const { t } = useLingui();
  const prefillRide = usePrefillRide();
  const { ride, from, to, startsAt, endsAt, segment } = trip;
  const routeText = t`${townName(from)} to ${townName(to)}`;
  return (
    <article aria-label={routeText} className="grid gap-3 card p-4">
      <Link
        to={rideLink(ride.id, segment)}
        onClick={() => prefillRide(ride)}
        className="group -m-1 grid gap-2 rounded-sm p-1 text-ink no-underline"
      >
        <span className="flex flex-wrap items-center justify-between gap-2">
          {isPast && (
            <span className="num text-sm font-semibold text-ink-2">
              {formatDay(startsAt, ride.timeZone)}
            </span>
          )}
          {ride.status === "cancelled" ? (
            <CancelledPill />
          ) : (
            <TripStatus trip={trip} isPast={isPast} />
          )}
        </span>
        <span className="flex items-center gap-3">
          <JourneyStrip
            size="sm"
            from={townName(from)}
            to={townName(to)}
            departs={formatTime(startsAt, ride.timeZone)}
            arrives={<EstimateText text={formatArrival(endsAt, ride)} />}
            className="min-w-0 flex-1"
          />
          <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
        </span>
      </Link>
      {renderNotes(trip, isPast)}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        {trip.request && <HostName trip={trip} />}
        <TripActions trip={trip} isPast={isPast} routeText={routeText} />
      </div>
    </article>
  );
}

function CancelledPill() {
  const { t } = useLingui();
  return <Pill tone="bad" icon="error">{t`Cancelled`}</Pill>;
}

function HostName({ trip: { ride } }: { trip: Trip }) {
  const { t } = useLingui();
  const { uid, displayName, initials, photo } = ride.host;
  return (
    <p className="flex min-w-32 flex-1 items-center gap-2.5">
      <Avatar uid={uid} name={displayName} initials={initials} photo={photo} size="sm" />
      <span className="min-w-0 truncate font-semibold">{t`With ${displayName}`}</span>
    </p>
  );
}

function TripActions({
  trip,
  isPast,
  routeText,
}: {
  trip: Trip;
  isPast: boolean;
  routeText: string;
}) {
  const { t } = useLingui();
  const { ride, request } = trip;
  if (isPast) {
    return request ? (
      <Link
        to={searchAgainLink(trip, true)}
        aria-label={t`Search again: ${routeText}`}
        className={buttonClasses("line", "sm")}
      >
        <Icon name="search" />
        {t`Search again`}
      </Link>
    ) : (
      <Link
        to={`/host?again=${ride.id}`}
        aria-label={t`Host again: ${routeText}`}
        className={buttonClasses("line", "sm")}
      >
        <Icon name="refresh" />
        {t`Host again`}
      </Link>
    );
  }
  if (request && FAILED.includes(request.status)) {
    return (
      <Link to={searchAgainLink(trip, false)} className={buttonClasses("line", "sm")}>
        <Icon name="search" />
        {t`Find another ride`}
      </Link>
    );
  }
  if (!request) return <MessageButton to={{ ofRide: ride.id }}>{t`Ride chat`}</MessageButton>;
  const isBooked = request.status === "accepted" && !request.reserved;
  return isBooked ? (
    <MessageButton to={{ ofRide: ride.id }}>{t`Ride chat`}</MessageButton>
  ) : (
    <MessageButton
      to={{
        withUid: ride.hostId,
        rideId: ride.id,
      }}
    >{t`Message`}</MessageButton>
  );
}
