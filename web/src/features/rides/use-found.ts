import type { RideFound, RideMissed } from "@commonlane/contract/rides";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
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

/** The rides that fit a wish, as they are to be shown. */
export function useFound(wish: WholeWish, { order, filters }: FoundView): Found {
  const asked = { ...searchQuery(wish), ...filtersQuery(filters) };
  const query = useInfiniteQuery(foundRides({ ...asked, sort: order }));
  const missed = useQuery({ ...missedRides(asked), enabled: query.isSuccess && !query.hasNextPage });
  return {
    shown: joinPages(query.data?.pages ?? [], ({ ride }) => ride.id),
    // They are an extra: where they cannot be had, the rides that fit stand alone.
    missed: query.data && !query.hasNextPage ? (missed.data?.items ?? []) : [],
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

/** The ride that the address names, of those that fit and those that nearly do; the first that fits where it names none. */
export function selectedOf({ shown, missed }: Found, rideId: string | null): RideFound | undefined {
  return [...shown, ...missed].find(({ ride }) => ride.id === rideId) ?? shown[0];
}
