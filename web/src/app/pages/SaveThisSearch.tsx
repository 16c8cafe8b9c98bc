import type { Filters } from "#features/rides/found-filters.ts";
import type { WholeWish } from "#features/rides/search-url.ts";
import { SaveSearch } from "#features/saved-searches/SaveSearch.tsx";
import { lookedFor } from "./saved-wish.ts";

/** Beside what was found, or was not: to hear of what comes. */
export function SaveThisSearch({ wish, filters }: { wish: WholeWish; filters: Filters }) {
  return <SaveSearch search={lookedFor(wish, filters)} />;
}
