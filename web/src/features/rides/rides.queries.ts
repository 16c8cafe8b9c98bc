import { rides, type Ride } from "@commonlane/contract/rides";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointPages, endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import type { DaysQuery, SearchQuery } from "./search/search-window.ts";

const PAGE_SIZE = 20;
/** Maximum page size of the API. */
export const MAX_PAGE_SIZE = 100;

/** Rides that match a search, page by page. */
export const searchRides = (query: SearchQuery) =>
  endpointPages(rides.search, {
    query: {
      ...query,
      limit: PAGE_SIZE,
    },
  });

/** First page of matching rides, for suggestions. */
export const searchRidesFirstPage = (query: SearchQuery) =>
  endpointQuery(rides.search, {
    query: {
      ...query,
      limit: MAX_PAGE_SIZE,
    },
  });

const NEAR_MISSES_LIMIT = 10;

/** Near misses of a search, closest match first. */
export const nearMissRides = (query: Omit<SearchQuery, "sort">, limit = NEAR_MISSES_LIMIT) =>
  endpointQuery(rides.nearMisses, {
    query: {
      ...query,
      limit,
    },
  });

/** What to do instead of a search without results. */
export const nextBestOf = (query: Omit<SearchQuery, "sort">) =>
  endpointQuery(rides.nextBest, { query });

/** Number of matching rides on each day around a date. */
export const rideCountsByDay = (query: DaysQuery) =>
  endpointQuery(
    rides.days,
    { query },
    {
      // Keep the previous counts while another day of the same search is selected, but not for a different search.
      placeholderData: (previous, previousQuery) =>
        isSameSearch(previousQuery?.queryKey[1].query, query) ? previous : undefined,
    },
  );

const isSameSearch = (a: DaysQuery | undefined, b: DaysQuery): boolean =>
  JSON.stringify({
    ...a,
    date: "",
    around: 0,
  }) ===
  JSON.stringify({
    ...b,
    date: "",
    around: 0,
  });

export const rideById = (rideId: string) => endpointQuery(rides.one, { params: { rideId } });

/** All upcoming rides, soonest first. */
export const upcomingRides = (limit = PAGE_SIZE) => endpointPages(rides.all, { query: { limit } });

/** Upcoming rides of a host, soonest first. */
export const ridesOfHost = (uid: string) =>
  endpointQuery(rides.ofHost, {
    params: { uid },
    query: {
      coming: "true",
      limit: MAX_PAGE_SIZE,
    },
  });

/** Upcoming rides for the members of a trust mark or group, soonest first. */
export const ridesForMembers = (audienceId: string) =>
  endpointPages(rides.forMembers, {
    params: { audienceId },
    query: { limit: PAGE_SIZE },
  });

/** The caller's upcoming seat requests with their rides, soonest first. */
export const ownUpcomingSeatRequests = () =>
  endpointQuery(seatRequests.own, {
    query: {
      coming: "true",
      limit: MAX_PAGE_SIZE,
    },
  });

/** The caller's past rides as host, latest first. */
export const pastHostedRides = (uid: string) =>
  endpointPages(rides.ofHost, {
    params: { uid },
    query: { coming: "false", limit: PAGE_SIZE },
  });

/** The caller's past trips as passenger with their rides, latest first. */
export const pastSeatRequests = () =>
  endpointPages(seatRequests.own, {
    query: {
      coming: "false",
      limit: PAGE_SIZE,
    },
  });

/** Fills the ride page's cache from a list; the page still refetches. */
export function usePrefillRide(): (ride: Ride) => void {
  const queries = useQueryClient();
  return (ride) => prefillRide(queries, ride);
}

/** A ride that was read before keeps its age: the oldest entries are deleted from the device. */
export function prefillRide(queries: QueryClient, ride: Ride): void {
  const { queryKey } = rideById(ride.id);
  const isKnown = queries.getQueryData(queryKey) !== undefined;
  if (!isKnown) queries.setQueryData(queryKey, ride, { updatedAt: 1 });
}

/** Cancels one of the caller's rides. */
export const useCancelRide = () =>
  useRideMutation(({ ride, reason }: { ride: Ride; reason: string }) =>
    call(rides.cancel, {
      params: { rideId: ride.id },
      body: { reason: reason.trim() || null },
    }),
  );

/** Marks one of the caller's rides as arrived. */
export const useCompleteRide = () =>
  useRideMutation((ride: Ride) => call(rides.complete, { params: { rideId: ride.id } }));

export interface PublicRideChange {
  readonly ride: Ride;
  readonly isPublic: boolean;
  readonly isListed: boolean;
  readonly showsRating: boolean;
}

/** Opens one of the caller's rides to anybody with the link, or closes it. */
export const useSetRidePublic = () =>
  useRideMutation(({ ride, ...choices }: PublicRideChange) =>
    call(rides.setPublic, {
      params: { rideId: ride.id },
      body: choices,
    }),
  );

/** Mutation on a ride. A late call returns the current ride, so the caches are refreshed either way. */
function useRideMutation<Variables>(mutate: (variables: Variables) => Promise<Ride>) {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: mutate,
    onSuccess: (ride) => queries.setQueryData(rideById(ride.id).queryKey, ride),
    onSettled: async (_, error) => {
      if (isProblem(error, "network")) return;
      await invalidate(rides, seatRequests);
    },
  });
}
