import { rides, type Ride } from "@commonlane/contract/rides";
import { seatRequests } from "@commonlane/contract/seat-requests";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { isProblem } from "#shared/api-error.ts";
import { call } from "#shared/api.ts";
import type { DaysQuery, SearchQuery } from "./search-window.ts";

// Keys begin with the group's name: news from the server makes everything under it old at once.

const first: string | undefined = undefined;
const after = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;
const page = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

const PAGE = 20;
/** The most that one call answers with. */
export const MANY = 100;

/** Rides that pass from here to there, page by page. */
export const foundRides = (query: SearchQuery) =>
  infiniteQueryOptions({
    queryKey: ["rides", "search", query],
    queryFn: ({ pageParam, signal }) =>
      call(rides.search, { query: { ...query, limit: PAGE, ...page(pageParam) } }, { signal }),
    initialPageParam: first,
    getNextPageParam: after,
  });

/** The first rides that pass from here to there, without pages, to say what else there is. */
export const someFoundRides = (query: SearchQuery) =>
  queryOptions({
    queryKey: ["rides", "search-some", query],
    queryFn: ({ signal }) => call(rides.search, { query: { ...query, limit: MANY } }, { signal }),
  });

const MISSED = 10;

/** The rides that nearly pass from here to there, the nearest to fitting first. */
export const missedRides = (query: Omit<SearchQuery, "sort">, limit = MISSED) =>
  queryOptions({
    queryKey: ["rides", "missed", query, limit],
    queryFn: ({ signal }) => call(rides.nearMisses, { query: { ...query, limit } }, { signal }),
  });

/** How many rides pass from here to there on each of the days around one. */
export const ridesByDay = (query: DaysQuery) =>
  queryOptions({
    queryKey: ["rides", "days", query],
    queryFn: ({ signal }) => call(rides.days, { query }, { signal }),
    // The numbers of a search stay while another of its days is looked at; those of another search would be wrong.
    placeholderData: (before, from) => (sameSearch(from?.queryKey[2], query) ? before : undefined),
  });

const sameSearch = (one: unknown, other: DaysQuery): boolean =>
  isDaysQuery(one) &&
  JSON.stringify({ ...one, date: "", around: 0 }) === JSON.stringify({ ...other, date: "", around: 0 });
const isDaysQuery = (value: unknown): value is DaysQuery => typeof value === "object" && value !== null;

export const oneRide = (rideId: string) =>
  queryOptions({
    queryKey: ["rides", "one", rideId],
    queryFn: ({ signal }) => call(rides.one, { params: { rideId } }, { signal }),
  });

/** Every ride still to come, soonest first. */
export const allRides = (limit = PAGE) =>
  infiniteQueryOptions({
    queryKey: ["rides", "all", limit],
    queryFn: ({ pageParam, signal }) => call(rides.all, { query: { limit, ...page(pageParam) } }, { signal }),
    initialPageParam: first,
    getNextPageParam: after,
  });

/** The rides that a host has still to drive, the soonest first. */
export const ridesOfHost = (uid: string) =>
  queryOptions({
    queryKey: ["rides", "of-host", uid],
    queryFn: ({ signal }) =>
      call(rides.ofHost, { params: { uid }, query: { coming: "true", limit: MANY } }, { signal }),
  });

/** What the caller asked for and is still to come, soonest first, each with its ride. */
export const ownSeatRequests = () =>
  queryOptions({
    queryKey: ["seat-requests", "own", "coming"],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { coming: "true", limit: MANY } }, { signal }),
  });

/** What the caller asked of one ride, newest first. */
export const ownSeatRequestsOn = (rideId: string) =>
  queryOptions({
    queryKey: ["seat-requests", "own", rideId],
    queryFn: ({ signal }) => call(seatRequests.own, { query: { limit: 5, rideId } }, { signal }),
  });

/** Shows a ride's page at once with what a list said of it; the page reads it again all the same. */
export function useForeknowledge(): (ride: Ride) => void {
  const queries = useQueryClient();
  return (ride) => queries.setQueryData(oneRide(ride.id).queryKey, (known) => known ?? ride, { updatedAt: 1 });
}

/** Cancels a ride of one's own. */
export const useCancelRide = () =>
  useDecision(({ ride, reason }: { ride: Ride; reason: string }) =>
    call(rides.cancel, { params: { rideId: ride.id }, body: { reason: reason.trim() || null } }),
  );

/** Says that a ride of one's own has arrived. */
export const useCompleteRide = () => useDecision((ride: Ride) => call(rides.complete, { params: { rideId: ride.id } }));

/** A decision about a ride. One that came too late brings the ride as it stands, so what is shown is read again either way. */
function useDecision<Said>(decide: (said: Said) => Promise<Ride>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: decide,
    onSuccess: (ride) => queries.setQueryData(oneRide(ride.id).queryKey, ride),
    onSettled: async (_, error) => {
      if (isProblem(error, "network")) return;
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["rides"] }),
        queries.invalidateQueries({ queryKey: ["seat-requests"] }),
      ]);
    },
  });
}
