import type { Filters } from "#features/rides/search/search-filters.ts";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { SaveSearch } from "#features/saved-searches/SaveSearch.tsx";
import { toSavedSearch } from "./saved-search-criteria.ts";

/** Offers to save the current search. */
export function SaveSearchAction({
  criteria,
  filters,
}: {
  criteria: CompleteSearchCriteria;
  filters: Filters;
}) {
  return <SaveSearch search={toSavedSearch(criteria, filters)} />;
}
