import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "#shared/api/error-text.ts";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { tomorrowInTimeZone, toDateAndTime } from "#shared/formatting/time-zones.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import {
  ownUpcomingSeatRequests,
  pastHostedRides,
  pastSeatRequests,
  ridesOfHost,
} from "../rides.queries.ts";
import { dayName } from "../search/day-name.ts";
import { dateOfTrip } from "../trip-links.ts";
import { findUpcomingTrips, toHostTrip, toPassengerTrip, type Trip } from "../trips.ts";
import { groupTrips, mergeTrips, type TripGroup } from "./merge-trips.ts";
import { type RenderTripNotes, TripCard } from "./TripCard.tsx";

interface YourRidesScreenProps {
  /** Requests that wait, ratings that are due and the like. */
  readonly renderNotes: RenderTripNotes;
  /** The user's recurring rides. */
  readonly series: ReactNode;
}

/** All rides of the user, as host and as passenger: upcoming ones by day, past ones by month. */
export function YourRidesScreen({ renderNotes, series }: YourRidesScreenProps) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const tab = params.get("show") === "past" ? "past" : "upcoming";
  useTitle(t`Your rides`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Your rides`}</h1>
      <SegmentedChoice
        label={t`Which rides`}
        hideLabel
        value={tab}
        options={[
          {
            value: "upcoming",
            label: t`Upcoming`,
            icon: "calendar",
          },
          {
            value: "past",
            label: t({
              comment: "List of rides that are over.",
              message: "Past",
            }),
            icon: "clock",
          },
        ]}
        onChange={(show) => setParams(show === "past" ? { show } : {}, { replace: true })}
      />
      {tab === "past" ? (
        <PastTrips renderNotes={renderNotes} />
      ) : (
        <>
          <UpcomingTripList renderNotes={renderNotes} />
          {series}
        </>
      )}
    </div>
  );
}

/** The user's trips that have not ended, by day. */
function UpcomingTripList({ renderNotes }: { renderNotes: RenderTripNotes }) {
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

/** The user's trips that have ended or were cancelled, by month, latest first. */
function PastTrips({ renderNotes }: { renderNotes: RenderTripNotes }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const hosted = useInfiniteQuery(pastHostedRides(uid));
  const booked = useInfiniteQuery(pastSeatRequests());
  if (!hosted.data || !booked.data) return <TripListStatus queries={[hosted, booked]} />;
  const { trips, limiting } = mergeTrips([
    {
      trips: hosted.data.pages.flatMap(({ items }) => items.map(toHostTrip)),
      hasMore: hosted.hasNextPage,
      loadMore: hosted.fetchNextPage,
    },
    {
      trips: booked.data.pages.flatMap(({ items }) => items.map(toPassengerTrip)),
      hasMore: booked.hasNextPage,
      loadMore: booked.fetchNextPage,
    },
  ]);
  if (trips.length === 0 && limiting.length === 0)
    return (
      <EmptyState
        title={t`No past rides yet`}
      >{t`After a ride you find it here, to rate or repeat it.`}</EmptyState>
    );
  return (
    <>
      <TripGroupList
        groups={groupTrips(trips, (trip) => dateOfTrip(trip).slice(0, 7))}
        titleOf={monthText}
        renderNotes={renderNotes}
        isPast
      />
      <ShowMore
        query={{
          hasNextPage: limiting.length > 0,
          isFetchingNextPage: hosted.isFetchingNextPage || booked.isFetchingNextPage,
          isFetchNextPageError: hosted.isFetchNextPageError || booked.isFetchNextPageError,
          error: hosted.error ?? booked.error,
          fetchNextPage: () => Promise.all(limiting.map(({ loadMore }) => loadMore())),
        }}
      >
        {t`Show older`}
      </ShowMore>
    </>
  );
}

/** The part of a query used here. */
interface ListQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isPaused: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Shown until all lists are there: loading, offline or failed. */
function TripListStatus({ queries }: { queries: readonly ListQuery[] }) {
  const { t } = useLingui();
  const missing = queries.filter(({ data }) => data === undefined);
  const error = missing.find((query) => query.error)?.error;
  if (missing.some(({ isPaused }) => isPaused)) {
    return (
      <ErrorState
        title={t`You're offline`}
        message={t`These rides aren't stored on this device. They load when you're back online.`}
      />
    );
  }
  if (!error) return <SkeletonRideCards />;
  return (
    <ErrorState
      message={errorText(error, t`Couldn't load your rides. Check your connection and try again.`)}
      onRetry={() => void Promise.all(missing.map(({ refetch }) => refetch()))}
      retrying={missing.some(({ isFetching }) => isFetching)}
    />
  );
}

interface TripGroupListProps {
  readonly groups: readonly TripGroup[];
  readonly titleOf: (key: string, trips: readonly Trip[]) => string;
  readonly renderNotes: RenderTripNotes;
  readonly isPast?: boolean | undefined;
}

/** Trips under the headings of their groups. */
function TripGroupList({ groups, titleOf, renderNotes, isPast = false }: TripGroupListProps) {
  const id = useId();
  return groups.map(({ key, trips }) => (
    <section key={key} aria-labelledby={`${id}-${key}`} className="grid gap-3">
      <h2 id={`${id}-${key}`} className="text-lg font-bold">
        {titleOf(key, trips)}
      </h2>
      <ul className="grid gap-3">
        {trips.map((trip) => (
          <li key={trip.key}>
            <TripCard trip={trip} isPast={isPast} renderNotes={renderNotes} />
          </li>
        ))}
      </ul>
    </section>
  ));
}
