import { rides, type Ride } from "@commonlane/contract/rides";
import { seatRequests } from "@commonlane/contract/seat-requests";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { LatLng } from "@commonlane/contract/shapes";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import type { DaysQuery, SearchQuery } from "./search/search-window.ts";

// Keys start with the group name: a live update invalidates every query below it.

const FIRST_PAGE: string | undefined = undefined;
const getNextPage = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;
const cursorParam = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

const PAGE_SIZE = 20;
/** Maximum page size of the API. */
export const MAX_PAGE_SIZE = 100;

/** Rides that match a search, page by page. */
export const searchRides = (query: SearchQuery) =>
  infiniteQueryOptions({
    queryKey: ["rides", "search", query],
    queryFn: ({ pageParam, signal }) =>
      call(
        rides.search,
        { query: { ...query, limit: PAGE_SIZE, ...cursorParam(pageParam) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** First page of matching rides, for suggestions. */
export const searchRidesFirstPage = (query: SearchQuery) =>
  queryOptions({
    queryKey: ["rides", "search-first-page", query],
    queryFn: ({ signal }) =>
      call(rides.search, { query: { ...query, limit: MAX_PAGE_SIZE } }, { signal }),
  });

const NEAR_MISSES_LIMIT = 10;

/** Near misses of a search, closest match first. */
export const nearMissRides = (query: Omit<SearchQuery, "sort">, limit = NEAR_MISSES_LIMIT) =>
  queryOptions({
    queryKey: ["rides", "near-misses", query, limit],
    queryFn: ({ signal }) => call(rides.nearMisses, { query: { ...query, limit } }, { signal }),
  });

/** Upcoming rides with free seats that start near a place, nearest first. */
export const ridesFromNearby = ({ lat, lng }: LatLng, radiusKm: number) =>
  queryOptions({
    queryKey: ["rides", "nearby", lat, lng, radiusKm],
    queryFn: ({ signal }) =>
      call(
        rides.nearby,
        { query: { lat, lng, radius_km: radiusKm, limit: MAX_PAGE_SIZE } },
        { signal },
      ),
  });

/** Number of matching rides on each day around a date. */
export const rideCountsByDay = (query: DaysQuery) =>
  queryOptions({
    queryKey: ["rides", "days", query],
    queryFn: ({ signal }) => call(rides.days, { query }, { signal }),
    // Keep the previous counts while another day of the same search is selected, but not for a different search.
    placeholderData: (previous, previousQuery) =>
      isSameSearch(previousQuery?.queryKey[2], query) ? previous : undefined,
  });

const isSameSearch = (a: unknown, b: DaysQuery): boolean =>
  isDaysQuery(a) &&
  JSON.stringify({ ...a, date: "", around: 0 }) === JSON.stringify({ ...b, date: "", around: 0 });
const isDaysQuery = (value: unknown): value is DaysQuery =>
  typeof value === "object" && value !== null;

export const rideById = (rideId: string) =>
  queryOptions({
    queryKey: ["rides", "one", rideId],
    queryFn: ({ signal }) => call(rides.one, { params: { rideId } }, { signal }),
  });

/** All upcoming rides, soonest first. */
export const upcomingRides = (limit = PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: ["rides", "all", limit],
    queryFn: ({ pageParam, signal }) =>
      call(rides.all, { query: { limit, ...cursorParam(pageParam) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** Upcoming rides of a host, soonest first. */
export const ridesOfHost = (uid: string) =>
  queryOptions({
    queryKey: ["rides", "of-host", uid],
    queryFn: ({ signal }) =>
      call(
        rides.ofHost,
        { params: { uid }, query: { coming: "true", limit: MAX_PAGE_SIZE } },
        { signal },
      ),
  });

/** Upcoming rides for the members of a trust mark or group, soonest first. */
export const ridesForMembers = (audienceId: string) =>
  infiniteQueryOptions({
    queryKey: ["rides", "for-members", audienceId],
    queryFn: ({ pageParam, signal }) =>
      call(
        rides.forMembers,
        { params: { audienceId }, query: { limit: PAGE_SIZE, ...cursorParam(pageParam) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** The caller's upcoming seat requests with their rides, soonest first. */
export const ownUpcomingSeatRequests = () =>
  queryOptions({
    queryKey: ["seat-requests", "own", "upcoming"],
    queryFn: ({ signal }) =>
      call(seatRequests.own, { query: { coming: "true", limit: MAX_PAGE_SIZE } }, { signal }),
  });

/** The caller's past rides as host, latest first. */
export const pastHostedRides = (uid: string) =>
  infiniteQueryOptions({
    queryKey: ["rides", "hosted", uid, "past"],
    queryFn: ({ pageParam, signal }) =>
      call(
        rides.ofHost,
        {
          params: { uid },
          query: { coming: "false", limit: PAGE_SIZE, ...cursorParam(pageParam) },
        },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** The caller's past trips as passenger with their rides, latest first. */
export const pastSeatRequests = () =>
  infiniteQueryOptions({
    queryKey: ["seat-requests", "own", "past"],
    queryFn: ({ pageParam, signal }) =>
      call(
        seatRequests.own,
        { query: { coming: "false", limit: PAGE_SIZE, ...cursorParam(pageParam) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** The caller's seat requests for one ride, newest first. */
export const ownSeatRequestsForRide = (rideId: string) =>
  queryOptions({
    queryKey: ["seat-requests", "own", rideId],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { limit: 5, rideId } }, { signal }),
  });

/** Fills the ride page's cache from a list; the page still refetches. */
export function usePrefillRide(): (ride: Ride) => void {
  const queries = useQueryClient();
  return (ride) =>
    queries.setQueryData(rideById(ride.id).queryKey, (existing) => existing ?? ride, {
      updatedAt: 1,
    });
}

/** Cancels one of the caller's rides. */
export const useCancelRide = () =>
  useRideMutation(({ ride, reason }: { ride: Ride; reason: string }) =>
    call(rides.cancel, { params: { rideId: ride.id }, body: { reason: reason.trim() || null } }),
  );

/** Marks one of the caller's rides as arrived. */
export const useCompleteRide = () =>
  useRideMutation((ride: Ride) => call(rides.complete, { params: { rideId: ride.id } }));

interface PublicRideChange {
  readonly ride: Ride;
  readonly isPublic: boolean;
  readonly isListed: boolean;
}

/** Opens one of the caller's rides to anybody with the link, or closes it. */
export const useSetRidePublic = () =>
  useRideMutation(({ ride, isPublic, isListed }: PublicRideChange) =>
    call(rides.setPublic, { params: { rideId: ride.id }, body: { isPublic, isListed } }),
  );

/** Mutation on a ride. A late call returns the current ride, so the caches are refreshed either way. */
function useRideMutation<Variables>(mutate: (variables: Variables) => Promise<Ride>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSuccess: (ride) => queries.setQueryData(rideById(ride.id).queryKey, ride),
    onSettled: async (_, error) => {
      if (isProblem(error, "network")) return;
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["rides"] }),
        queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      ]);
    },
  });
}
