import { DAY_MS } from "@commonlane/contract/durations";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { OwnSeries } from "#features/hosting/series/OwnSeries.tsx";
import { ratingsDue } from "#features/ratings/ratings.queries.ts";
import { RequestsAlongRideLink } from "#features/ride-requests/browse/RequestsAlongRide.tsx";
import type { Trip } from "#features/rides/trips.ts";
import { YourRidesScreen } from "#features/rides/your-rides/YourRidesScreen.tsx";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";
import { formatList } from "#shared/formatting/format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useNow } from "#shared/use-now.ts";

/** For how many days ahead open requests along a ride are looked up, one call for each ride. */
const REQUESTS_ALONG_DAYS = 3;

/** The user's rides with what waits on each. */
export function YourRidesPage() {
  return <YourRidesScreen renderNotes={renderNotes} series={<OwnSeries />} />;
}

function renderNotes(trip: Trip, isPast: boolean) {
  if (isPast) return <DueRatingsOfTrip trip={trip} />;
  return trip.request ? null : <RequestsForTrip trip={trip} />;
}

/** Links to the requests that need the host's answer, and to open requests along the ride. */
function RequestsForTrip({ trip: { ride } }: { trip: Trip }) {
  const { t } = useLingui();
  const nowMs = useNow();
  const { data } = useInfiniteQuery(incomingRequests("pending"));
  const waiting = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ rideId }) => rideId === ride.id).length;
  const isSoon = Date.parse(ride.departsAt) < nowMs + REQUESTS_ALONG_DAYS * DAY_MS;
  return (
    <>
      {waiting > 0 && (
        <Link
          to={`/rides/${ride.id}`}
          className={`${buttonClasses("soft", "sm")} justify-self-start`}
        >
          <Icon name="inbox" />
          {t`${plural(waiting, {
            one: "# request needs your answer",
            other: "# requests need your answer",
          })}`}
        </Link>
      )}
      {isSoon && <RequestsAlongRideLink ride={ride} />}
    </>
  );
}

function DueRatingsOfTrip({ trip: { ride } }: { trip: Trip }) {
  const { t } = useLingui();
  const { data } = useQuery(ratingsDue);
  const due = (data?.items ?? []).filter(({ ride_id }) => ride_id === ride.id);
  if (due.length === 0) return null;
  const names = formatList(due.map(({ person }) => person.displayName));
  return (
    <Link
      to={`/rides/${ride.id}/rate`}
      className={`${buttonClasses("soft", "sm")} justify-self-start`}
    >
      <Icon name="star" />
      {t`Rate ${names}`}
    </Link>
  );
}
