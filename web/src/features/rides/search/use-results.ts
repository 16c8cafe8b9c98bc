import { useDeferredValue } from "react";
import { createSearchScene, walksOfResult } from "../ride-map-scene.ts";
import { useWalkPaths } from "../walks.ts";
import type { SearchResultListProps } from "./SearchResultList.tsx";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { useHighlightedRide } from "./use-highlighted-ride.ts";
import { useNeighbourRides } from "./use-neighbour-rides.ts";
import { listedResults, useSearchResults } from "./use-search-results.ts";
import type { SearchState } from "./use-search-state.ts";

/** The results of a search: what their list needs, and the map beside it with the highlighted one. */
export function useResults(search: SearchState, criteria: CompleteSearchCriteria) {
  const { view, selectedId } = search;
  // A long list renders in slices, so that taps and keys are answered in between.
  const results = useDeferredValue(useSearchResults(criteria, view));
  const neighbours = useNeighbourRides(criteria, view);
  const map = useHighlightedRide(results, selectedId);
  const walks = useWalkPaths(walksOfResult(map.highlighted, criteria));
  const list: SearchResultListProps = {
    criteria,
    results,
    neighbours,
    view,
    map,
    rideIdInUrl: selectedId,
    onSearch: search.search,
    onViewChange: search.changeView,
    onSelect: search.selectRide,
  };
  return {
    list,
    scene: createSearchScene(map.highlighted, criteria, listedResults(results), walks),
    mapEvents: { onLine: map.highlight },
  };
}
