import type { Event } from "@commonlane/contract/events";
import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { formatDay, formatMoney, formatTime, townName } from "#shared/formatting/format.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShortList } from "#shared/ui/ShortList.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { ridesOfEvent } from "./events.queries.ts";

const INITIAL_COUNT = 4;

interface EventRidesProps {
  readonly event: Event;
  readonly direction: "there" | "back";
  /** Search, hosting and requests for this direction. */
  readonly links: ReactNode;
}

/** The rides in one direction that suit the event best, then all of them, and a link to add one. */
export function EventRides({ event, direction, links }: EventRidesProps) {
  const { t } = useLingui();
  const titleId = useId();
  const query = useQuery(ridesOfEvent(event.id));
  const rides = query.data?.[direction];
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h2 id={titleId} className="text-xl font-bold tracking-[-.015em]">
        {direction === "there" ? t`Getting there` : t`Getting back`}
      </h2>
      {/* First, because most people start elsewhere than the rides below. */}
      <div className="flex flex-wrap gap-2">{links}</div>
      {!rides && <NotLoaded query={query} placeholder={<SkeletonRideCards count={1} />} />}
      {rides?.length === 0 && (
        <p className="text-ink-2">{t`No rides yet. Search along the way, or be the first.`}</p>
      )}
      {rides && rides.length > 0 && (
        <ShortList
          items={rides}
          initialCount={INITIAL_COUNT}
          keyOf={({ id }) => id}
          className="grid gap-2"
        >
          {(ride) => <EventRideCard ride={ride} />}
        </ShortList>
      )}
    </section>
  );
}

function EventRideCard({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { host, seatsLeft, contribution } = ride;
  const price = contribution === null ? t`Free` : formatMoney(contribution);
  const seats =
    seatsLeft === 0
      ? t`Partly full`
      : plural(seatsLeft, {
          one: "# seat left",
          other: "# seats left",
        });
  return (
    <Link to={`/rides/${ride.id}`} className="block card p-4 no-underline hover:shadow-2">
      <span className="flex gap-3">
        <JourneyStrip
          from={townName(ride.origin.label)}
          to={townName(ride.destination.label)}
          departs={formatTime(ride.departsAt, ride.timeZone)}
          arrives={<EstimateText text={formatArrival(ride.arrivesAt, ride)} />}
          via={ride.stops.length}
          meta={formatDay(ride.departsAt, ride.timeZone)}
          className="min-w-0 flex-1"
        />
        <span className="num shrink-0 text-xl leading-6">{price}</span>
      </span>
      <span className="mt-3 flex items-center gap-2 border-t border-line pt-3 text-sm text-ink-2">
        <Avatar size="sm" uid={host.uid} initials={host.initials} photo={host.photo} />
        <span className="min-w-0 flex-1 truncate font-semibold text-ink">{host.displayName}</span>
        <span>{seats}</span>
      </span>
    </Link>
  );
}
