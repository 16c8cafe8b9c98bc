import { useDeferredValue } from "react";
import { useOwnPart } from "../own-part.ts";
import { createSearchScene, walksOfResult } from "../ride-map-scene.ts";
import { useWalkPaths } from "../walks.ts";
import { segmentOfMatch } from "./match-text.ts";
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
  const hit = map.highlighted;
  const walks = useWalkPaths(walksOfResult(hit, criteria));
  const ownPart = useOwnPart(hit?.ride, hit && segmentOfMatch(hit.ride, hit.match, criteria));
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
    scene: createSearchScene(hit, criteria, listedResults(results), { walks, ownPart }),
    mapEvents: { onLine: map.highlight },
  };
}
