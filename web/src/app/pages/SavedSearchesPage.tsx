import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { writeFilters } from "#features/rides/search/search-filters.ts";
import { writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { SavedSearchesScreen } from "#features/saved-searches/SavedSearchesScreen.tsx";
import { toFilters, toSearchCriteria } from "../search-actions/saved-search-criteria.ts";

/** Saved searches; each is looked at again where rides are sought. */
export function SavedSearchesPage() {
  return <SavedSearchesScreen linkTo={linkTo} />;
}

const linkTo = (search: SavedSearch): string =>
  `/seek?${writeFilters(toFilters(search), writeSearchCriteria(toSearchCriteria(search)))}`;
