import type { RideFound, RideMissed } from "@commonlane/contract/rides";
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { filtersQuery } from "./found-filters.ts";
import { joinPages, type FoundView } from "./found-rides.ts";
import { foundRides, missedRides } from "./rides.queries.ts";
import { searchQuery } from "./search-window.ts";
import type { WholeWish } from "./search-url.ts";

export interface Found {
  /** The rides that fit, as many as were loaded. */
  readonly shown: readonly RideFound[];
  /** Those that nearly do, once all that fit are shown. */
  readonly missed: readonly RideMissed[];
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

/** So many pages without a ride are read before the seeker is asked whether to go on. */
const PAGES_ALONE = 10;

/** The rides that fit a wish, as they are to be shown. */
export function useFound(wish: WholeWish, { order, filters }: FoundView): Found {
  const asked = { ...searchQuery(wish), ...filtersQuery(filters) };
  const query = useInfiniteQuery(foundRides({ ...asked, sort: order }));
  const shown = joinPages(query.data?.pages ?? [], ({ ride }) => ride.id);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  // A page may hold none of the rides that were looked at for it; then the next one is looked at, too.
  const looking = shown.length === 0 && hasNextPage && (query.data?.pages.length ?? 0) < PAGES_ALONE;
  const goOn = looking && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (goOn) void fetchNextPage();
  }, [goOn, fetchNextPage]);
  const missed = useQuery({ ...missedRides(asked), enabled: query.isSuccess && !hasNextPage });
  return {
    shown,
    // They are an extra: where they cannot be had, the rides that fit stand alone.
    missed: query.data && !hasNextPage ? (missed.data?.items ?? []) : [],
    // What was shown stays, whatever becomes of looking again.
    status: statusOf(query, looking),
    error: query.error,
    more: hasNextPage,
    loadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    refetching: isFetching,
    loadMore: () => void fetchNextPage(),
    retry: () => void (looking ? fetchNextPage() : query.refetch()),
  };
}

function statusOf(query: Pick<UseInfiniteQueryResult, "data" | "status" | "isFetchNextPageError">, looking: boolean) {
  if (!query.data) return query.status;
  if (!looking) return "success";
  return query.isFetchNextPageError ? "error" : "pending";
}

/** The ride that the address names, of those that fit and those that nearly do; the first that fits where it names none. */
export function selectedOf({ shown, missed }: Found, rideId: string | null): RideFound | undefined {
  return [...shown, ...missed].find(({ ride }) => ride.id === rideId) ?? shown[0];
}
