import type { NextBest, WholeWalk } from "@commonlane/contract/ride-search";
import type { RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { toFilterQuery } from "./search-filters.ts";
import { mergePages, type ResultView } from "./result-view.ts";
import { searchRides, nearMissRides, nextBestOf } from "../rides.queries.ts";
import { toSearchQuery } from "./search-window.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";

export interface SearchResults {
  /** Matching rides, as far as loaded. */
  readonly rides: readonly RideSearchResult[];
  /** Rides that match but are full, once all matches are shown. */
  readonly full: readonly RideSearchResult[];
  /** Near misses, once all matches are shown. */
  readonly nearMisses: readonly NearMissResult[];
  /** What to do instead if there is no ride with seats. */
  readonly nextBest: NextBest | undefined;
  /** The whole way on foot, if it takes no longer than the rides. */
  readonly walk: WholeWalk | undefined;
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  /** More pages are available. */
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** The last attempt to load a page failed. */
  readonly loadMoreFailed: boolean;
  readonly refetching: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Empty pages to read automatically before the user must ask for more. */
const MAX_EMPTY_PAGES = 10;

/** Results of a search, in the order and with the filters of the view. */
export function useSearchResults(
  criteria: CompleteSearchCriteria,
  { order, filters }: ResultView,
): SearchResults {
  const searchParams = {
    ...toSearchQuery(criteria),
    ...toFilterQuery(filters),
  };
  const query = useInfiniteQuery(
    searchRides({
      ...searchParams,
      sort: order,
    }),
  );
  const rides = mergePages(query.data?.pages ?? [], ({ ride }) => ride.id);
  const full = (query.data?.pages.at(-1)?.full ?? []).filter(({ ride }) =>
    rides.every((found) => found.ride.id !== ride.id),
  );
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  // A page may be empty after filtering; then the next page is loaded, too.
  const isSearching =
    rides.length === 0 && hasNextPage && (query.data?.pages.length ?? 0) < MAX_EMPTY_PAGES;
  const fetchNext = isSearching && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (fetchNext) void fetchNextPage();
  }, [fetchNext, fetchNextPage]);
  const isComplete = query.isSuccess && !hasNextPage;
  const nearMisses = useQuery({
    ...nearMissRides(searchParams),
    enabled: isComplete,
  });
  const isEmpty = isComplete && rides.length === 0;
  const nextBest = useQuery({
    ...nextBestOf(searchParams),
    enabled: isEmpty,
  });
  return {
    rides,
    full,
    // Near misses are optional: if they fail, only the matches are shown.
    nearMisses: query.data && !hasNextPage ? (nearMisses.data?.items ?? []) : [],
    nextBest: isEmpty ? nextBest.data : undefined,
    walk: query.data?.pages[0]?.walk,
    // Loaded results stay visible if a refetch fails.
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

/** All results that have a card, in the order of their cards. */
export const listedResults = ({ rides, full, nearMisses }: SearchResults): RideSearchResult[] => [
  ...rides,
  ...full,
  ...nearMisses,
];
