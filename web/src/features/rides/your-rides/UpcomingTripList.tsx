import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { tomorrowInTimeZone, toDateAndTime } from "#shared/formatting/time-zones.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useNow } from "#shared/use-now.ts";
import { ownUpcomingSeatRequests, ridesOfHost } from "../rides.queries.ts";
import { dayName } from "../search/day-name.ts";
import { findUpcomingTrips, type Trip } from "../trips.ts";
import { dateOfTrip } from "../trip-links.ts";
import { groupTrips } from "./merge-trips.ts";
import type { RenderTripNotes } from "./TripCard.tsx";
import { TripGroupList } from "./TripGroupList.tsx";
import { TripListStatus } from "./TripListStatus.tsx";

/** The user's trips that have not ended, by day. */
export function UpcomingTripList({ renderNotes }: { renderNotes: RenderTripNotes }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const hosted = useQuery(ridesOfHost(uid));
  const booked = useQuery(ownUpcomingSeatRequests());
  const nowMs = useNow();
  if (!hosted.data || !booked.data) return <TripListStatus queries={[hosted, booked]} />;
  const trips = findUpcomingTrips(hosted.data.items, booked.data.items, nowMs);
  if (trips.length === 0) {
    return (
      <EmptyState
        title={t`No upcoming rides`}
        action={
          <>
            <Link to="/seek" className={buttonClasses()}>{t`Find a ride`}</Link>
            <Link to="/host" className={buttonClasses("line")}>{t`Offer a ride`}</Link>
          </>
        }
      >
        {t`Rides you book or offer show up here.`}
      </EmptyState>
    );
  }
  const dayText = (date: string, [trip]: readonly Trip[]) => {
    const zone = trip?.ride.timeZone ?? "UTC";
    const now = new Date(nowMs);
    if (date === toDateAndTime(zone, now).date) return t`Today, ${dayName(date, "long")}`;
    return date === tomorrowInTimeZone(zone, now)
      ? t`Tomorrow, ${dayName(date, "long")}`
      : dayName(date, "long");
  };
  return (
    <TripGroupList
      groups={groupTrips(trips, dateOfTrip)}
      titleOf={dayText}
      renderNotes={renderNotes}
    />
  );
}
