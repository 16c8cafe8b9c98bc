import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { JourneyStrip } from "#shared/ui/JourneyStrip.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatArrival } from "#shared/formatting/estimates.ts";
import { formatDay, townName, formatTime } from "#shared/formatting/format.ts";
import { type Trip, findNextTrip, findUpcomingTrips, isLostTrip } from "../trips.ts";
import { TripStatus } from "../TripStatus.tsx";
import { rideLink } from "../ride-segment.ts";
import { ownUpcomingSeatRequests, ridesOfHost, usePrefillRide } from "../rides.queries.ts";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { Link } from "#shared/ui/Link.tsx";

const MAX_SHOWN = 2;

/** The viewer's next trips as host or passenger with their status; renders nothing without any. */
export function UpcomingTrips({ renderDetails }: { renderDetails: (trip: Trip) => ReactNode }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const hostedRides = useQuery(ridesOfHost(uid));
  const seatRequests = useQuery(ownUpcomingSeatRequests());
  const now = useNow();
  const trips = findUpcomingTrips(
    hostedRides.data?.items ?? [],
    seatRequests.data?.items ?? [],
    now,
  );
  if (hostedRides.isLoading || seatRequests.isLoading)
    return <Skeleton className="h-30 rounded-lg" />;
  if (trips.length === 0) return null;
  // Further trips are one line each, so that answers and the search stay in sight.
  const nextTrip = findNextTrip(trips);
  return (
    <section aria-labelledby="next-for-me" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="next-for-me" className="text-xl font-bold tracking-[-.02em]">{t`Coming up`}</h2>
        <Link
          to="/your-rides"
          className="rounded-xs font-semibold text-brand-ink underline underline-offset-4"
        >
          {t`Your rides`}
        </Link>
      </div>
      <ul className="grid gap-2">
        {trips.slice(0, MAX_SHOWN).map((trip) => (
          <li key={trip.key}>
            <UpcomingTripCard trip={trip}>
              {(trip === nextTrip || isLostTrip(trip)) && renderDetails(trip)}
            </UpcomingTripCard>
          </li>
        ))}
      </ul>
    </section>
  );
}

function UpcomingTripCard({ trip, children }: { trip: Trip; children: ReactNode }) {
  const { ride, from, to, startsAt, endsAt, segment } = trip;
  const prefillRide = usePrefillRide();
  const day = formatDay(startsAt, ride.timeZone);
  return (
    <article className="grid gap-3 card p-3.5 has-[a:hover]:shadow-2">
      <Link
        to={rideLink(ride.id, segment)}
        onClick={() => prefillRide(ride)}
        className="group block rounded-sm text-ink no-underline"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="num">{day}</span>
          <TripStatus trip={trip} />
        </span>
        <span className="mt-2 flex items-center gap-3">
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
      {children}
    </article>
  );
}
