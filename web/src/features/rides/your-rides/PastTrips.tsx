import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { pastHostedRides, pastSeatRequests } from "../rides.queries.ts";
import { toHostTrip, toPassengerTrip } from "../trips.ts";
import { dateOfTrip } from "../trip-links.ts";
import { groupTrips, mergeTrips } from "./merge-trips.ts";
import type { RenderTripNotes } from "./TripCard.tsx";
import { TripGroupList } from "./TripGroupList.tsx";
import { TripListStatus } from "./TripListStatus.tsx";

/** The user's trips that have ended or were cancelled, by month, latest first. */
export function PastTrips({ renderNotes }: { renderNotes: RenderTripNotes }) {
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
