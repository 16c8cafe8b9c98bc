import type { RideSearchResult } from "@commonlane/contract/rides";
import { useState } from "react";
import { listedResults, type SearchResults } from "./use-search-results.ts";

/**
 * The result that the map shows: the one under the pointer or with the focus, else the one opened last, else the first.
 */
export function useHighlightedRide(results: SearchResults, openedRideId: string | null) {
  const [highlightedId, setHighlightedId] = useState<string>();
  const listed = listedResults(results);
  const find = (id: string | null | undefined): RideSearchResult | undefined =>
    listed.find(({ ride }) => ride.id === id);
  return {
    highlighted: find(highlightedId) ?? find(openedRideId) ?? listed[0],
    highlight: setHighlightedId,
    /** Ends a highlight, unless another ride has taken it over. */
    unhighlight: (rideId: string) =>
      setHighlightedId((current) => (current === rideId ? undefined : current)),
  };
}

export type HighlightedRide = ReturnType<typeof useHighlightedRide>;
