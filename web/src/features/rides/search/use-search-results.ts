import type { RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { toFilterQuery } from "./search-filters.ts";
import { mergePages, type ResultView } from "./result-view.ts";
import { searchRides, nearMissRides } from "../rides.queries.ts";
import { toSearchQuery } from "./search-window.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

export interface SearchResults {
  /** The rides that fit, as many as were loaded. */
  readonly rides: readonly RideSearchResult[];
  /** Those that nearly do, once all that fit are shown. */
  readonly nearMisses: readonly NearMissResult[];
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  /** There are more to load. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** The next page could not be loaded. */
  readonly loadMoreFailed: boolean;
  readonly refetching: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** So many pages without a ride are read before the seeker is asked whether to go on. */
const MAX_EMPTY_PAGES = 10;

/** The rides that fit a wish, as they are to be shown. */
export function useSearchResults(criteria: CompleteSearchCriteria, { order, filters }: ResultView): SearchResults {
  const searchParams = { ...toSearchQuery(criteria), ...toFilterQuery(filters) };
  const query = useInfiniteQuery(searchRides({ ...searchParams, sort: order }));
  const rides = mergePages(query.data?.pages ?? [], ({ ride }) => ride.id);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  // A page may hold none of the rides that were looked at for it; then the next one is looked at, too.
  const isSearching = rides.length === 0 && hasNextPage && (query.data?.pages.length ?? 0) < MAX_EMPTY_PAGES;
  const fetchNext = isSearching && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (fetchNext) void fetchNextPage();
  }, [fetchNext, fetchNextPage]);
  const nearMisses = useQuery({ ...nearMissRides(searchParams), enabled: query.isSuccess && !hasNextPage });
  return {
    rides,
    // They are an extra: where they cannot be had, the rides that fit stand alone.
    nearMisses: query.data && !hasNextPage ? (nearMisses.data?.items ?? []) : [],
    // What was shown stays, whatever becomes of looking again.
    status: getStatus(query, isSearching),
    error: query.error,
    hasMore: hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMoreFailed: isFetchNextPageError,
    refetching: isFetching,
    loadMore: () => void fetchNextPage(),
    retry: () => void (isSearching ? fetchNextPage() : query.refetch()),
  };
}

function getStatus(
  query: Pick<UseInfiniteQueryResult, "data" | "status" | "isFetchNextPageError">,
  isSearching: boolean,
) {
  if (!query.data) return query.status;
  if (!isSearching) return "success";
  return query.isFetchNextPageError ? "error" : "pending";
}

/** The ride that the address names, of those that fit and those that nearly do; the first that fits where it names none. */
export function findSelectedRide(
  { rides, nearMisses }: SearchResults,
  rideId: string | null,
): RideSearchResult | undefined {
  return [...rides, ...nearMisses].find(({ ride }) => ride.id === rideId) ?? rides[0];
}
