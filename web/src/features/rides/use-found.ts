import type { RideFound } from "@commonlane/contract/rides";
import { useInfiniteQuery } from "@tanstack/react-query";
import { joinPages, viewOf, type FoundView } from "./found-rides.ts";
import { foundRides } from "./rides.queries.ts";
import { searchQuery } from "./search-window.ts";
import type { WholeWish } from "./search-url.ts";

export interface Found {
  /** The rides to show, of those that were loaded. */
  readonly shown: readonly RideFound[];
  /** How many were loaded, before any was filtered away. */
  readonly loaded: number;
  readonly status: "pending" | "error" | "success";
  readonly error: unknown;
  /** There are more to load. */
  readonly more: boolean;
  readonly loadingMore: boolean;
  /** The next page could not be loaded. */
  readonly moreFailed: boolean;
  readonly refetching: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** The rides that fit a wish, as they are to be shown. */
export function useFound(wish: WholeWish, view: FoundView): Found {
  const query = useInfiniteQuery(foundRides(searchQuery(wish)));
  const all = joinPages(query.data?.pages ?? [], ({ ride }) => ride.id);
  return {
    shown: viewOf(all, view),
    loaded: all.length,
    // What was shown stays, whatever becomes of looking again.
    status: query.data ? "success" : query.status,
    error: query.error,
    more: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: query.isFetchNextPageError,
    refetching: query.isFetching,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
