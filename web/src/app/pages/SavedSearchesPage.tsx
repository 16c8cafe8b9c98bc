import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { writeFilters } from "#features/rides/found-filters.ts";
import { writeWish } from "#features/rides/search-url.ts";
import { SavedSearchesScreen } from "#features/saved-searches/SavedSearchesScreen.tsx";
import { filtersOf, wishOf } from "./saved-wish.ts";

/** Saved searches; each is looked at again where rides are sought. */
export function SavedSearchesPage() {
  return <SavedSearchesScreen linkTo={linkTo} />;
}

const linkTo = (search: SavedSearch): string => `/seek?${writeFilters(filtersOf(search), writeWish(wishOf(search)))}`;
