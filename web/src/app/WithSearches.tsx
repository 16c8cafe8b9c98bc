import { type ReactNode, Suspense } from "react";
import type { Filters } from "#features/rides/found-filters.ts";
import { KeepSearch } from "#features/rides/keep-search.ts";
import type { WholeWish } from "#features/rides/search-url.ts";
import { WhenNothingFound } from "#features/rides/when-nothing-found.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** Gives searches what other features do with what was looked for: keep it, or post a request where no ride fits. */
export function WithSearches({ children }: { children: ReactNode }) {
  return (
    <KeepSearch value={keepSearch}>
      <WhenNothingFound value={postInstead}>{children}</WhenNothingFound>
    </KeepSearch>
  );
}

const SaveThisSearch = lazyScreen(() => import("./pages/SaveThisSearch.tsx"), "SaveThisSearch");
const keepSearch = (wish: WholeWish, filters: Filters) => (
  <Suspense fallback={<div className="h-26" />}>
    <SaveThisSearch wish={wish} filters={filters} />
  </Suspense>
);

const PostInstead = lazyScreen(() => import("./pages/PostInstead.tsx"), "PostInstead");
const postInstead = (wish: WholeWish, filters: Filters) => (
  <Suspense fallback={null}>
    <PostInstead wish={wish} filters={filters} />
  </Suspense>
);
