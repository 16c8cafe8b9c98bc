import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { writeFilters } from "#features/rides/search/search-filters.ts";
import { writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { SavedSearchesScreen } from "#features/saved-searches/SavedSearchesScreen.tsx";
import { toFilters, toSearchCriteria } from "../search-actions/saved-search-criteria.ts";

/** Saved searches; opening one runs it on the search page. */
export function SavedSearchesPage() {
  return <SavedSearchesScreen linkTo={linkTo} />;
}

const linkTo = (search: SavedSearch): string =>
  `/seek?${writeFilters(toFilters(search), writeSearchCriteria(toSearchCriteria(search)))}`;
