import { rides, type Ride } from "@commonlane/contract/rides";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import type { DaysQuery, SearchQuery } from "./search/search-window.ts";

// Keys begin with the group's name: news from the server makes everything under it old at once.

const FIRST_PAGE: string | undefined = undefined;
const getNextPage = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;
const cursorParam = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

const PAGE_SIZE = 20;
/** The most that one call answers with. */
export const MAX_PAGE_SIZE = 100;

/** Rides that pass from here to there, page by page. */
export const searchRides = (query: SearchQuery) =>
  infiniteQueryOptions({
    queryKey: ["rides", "search", query],
    queryFn: ({ pageParam, signal }) =>
      call(rides.search, { query: { ...query, limit: PAGE_SIZE, ...cursorParam(pageParam) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** The first rides that pass from here to there, without pages, to say what else there is. */
export const searchRidesFirstPage = (query: SearchQuery) =>
  queryOptions({
    queryKey: ["rides", "search-first-page", query],
    queryFn: ({ signal }) => call(rides.search, { query: { ...query, limit: MAX_PAGE_SIZE } }, { signal }),
  });

const NEAR_MISSES_LIMIT = 10;

/** The rides that nearly pass from here to there, the nearest to fitting first. */
export const nearMissRides = (query: Omit<SearchQuery, "sort">, limit = NEAR_MISSES_LIMIT) =>
  queryOptions({
    queryKey: ["rides", "near-misses", query, limit],
    queryFn: ({ signal }) => call(rides.nearMisses, { query: { ...query, limit } }, { signal }),
  });

/** How many rides pass from here to there on each of the days around one. */
export const rideCountsByDay = (query: DaysQuery) =>
  queryOptions({
    queryKey: ["rides", "days", query],
    queryFn: ({ signal }) => call(rides.days, { query }, { signal }),
    // The numbers of a search stay while another of its days is looked at; those of another search would be wrong.
    placeholderData: (previous, previousQuery) =>
      isSameSearch(previousQuery?.queryKey[2], query) ? previous : undefined,
  });

const isSameSearch = (a: unknown, b: DaysQuery): boolean =>
  isDaysQuery(a) && JSON.stringify({ ...a, date: "", around: 0 }) === JSON.stringify({ ...b, date: "", around: 0 });
const isDaysQuery = (value: unknown): value is DaysQuery => typeof value === "object" && value !== null;

export const rideById = (rideId: string) =>
  queryOptions({
    queryKey: ["rides", "one", rideId],
    queryFn: ({ signal }) => call(rides.one, { params: { rideId } }, { signal }),
  });

/** Every ride still to come, soonest first. */
export const upcomingRides = (limit = PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: ["rides", "all", limit],
    queryFn: ({ pageParam, signal }) => call(rides.all, { query: { limit, ...cursorParam(pageParam) } }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: getNextPage,
  });

/** The rides that a host has still to drive, the soonest first. */
export const ridesOfHost = (uid: string) =>
  queryOptions({
    queryKey: ["rides", "of-host", uid],
    queryFn: ({ signal }) =>
      call(rides.ofHost, { params: { uid }, query: { coming: "true", limit: MAX_PAGE_SIZE } }, { signal }),
  });

/** What the caller asked for and is still to come, soonest first, each with its ride. */
export const ownUpcomingSeatRequests = () =>
  queryOptions({
    queryKey: ["seat-requests", "own", "upcoming"],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { coming: "true", limit: MAX_PAGE_SIZE } }, { signal }),
  });

/** What the caller asked of one ride, newest first. */
export const ownSeatRequestsForRide = (rideId: string) =>
  queryOptions({
    queryKey: ["seat-requests", "own", rideId],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { limit: 5, rideId } }, { signal }),
  });

/** Shows a ride's page at once with what a list said of it; the page reads it again all the same. */
export function usePrefillRide(): (ride: Ride) => void {
  const queries = useQueryClient();
  return (ride) => queries.setQueryData(rideById(ride.id).queryKey, (existing) => existing ?? ride, { updatedAt: 1 });
}

/** Cancels a ride of one's own. */
export const useCancelRide = () =>
  useRideMutation(({ ride, reason }: { ride: Ride; reason: string }) =>
    call(rides.cancel, { params: { rideId: ride.id }, body: { reason: reason.trim() || null } }),
  );

/** Says that a ride of one's own has arrived. */
export const useCompleteRide = () =>
  useRideMutation((ride: Ride) => call(rides.complete, { params: { rideId: ride.id } }));

/** A decision about a ride. One that came too late brings the ride as it stands, so what is shown is read again either way. */
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
