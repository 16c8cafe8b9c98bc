import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton, SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { MapOverlayLayout } from "#shared/ui/MapOverlayLayout.tsx";
import { isComplete } from "../search/search-url.ts";
import { type SearchState, useResumedSearch, useSearchState } from "../search/use-search-state.ts";

// The page layout loads first; parts that need server data load lazily.
const SearchResultsPanel = lazyScreen(() => import("../search/SearchResultsPanel.tsx"), "SearchResultsPanel");
const HomeLists = lazyScreen(() => import("./HomeLists.tsx"), "HomeLists");
const CompactSearchForm = lazyScreen(() => import("../search/CompactSearchForm.tsx"), "CompactSearchForm");
const HomeMap = lazyScreen(() => import("./HomeMap.tsx"), "HomeMap");

/** Home: the map with upcoming trips and rides departing soon, or with search results. */
export function HomeScreen() {
  const search = useSearchState();
  const isResuming = useResumedSearch(search.criteria, search.replaceSearch);
  const { criteria } = search;
  return isComplete(criteria) ? (
    <SearchResultsPanel search={search} criteria={criteria} />
  ) : (
    <HomeStart search={search} isResuming={isResuming} />
  );
}

function HomeStart({ search, isResuming }: { search: SearchState; isResuming: boolean }) {
  const { t } = useLingui();
  useTitle(t`Home`);
  const selection = { selectedId: search.selectedId, onSelect: search.selectRide };
  return (
    <MapOverlayLayout
      lowMap
      renderMap={(padding) => <HomeMap {...selection} padding={padding} />}
      label={t`Your rides`}
    >
      <div className="grid gap-7">
        <div className="grid gap-4">
          <h1 className="outline-none text-2xl font-bold tracking-[-.02em]">{t`Where do you want to go?`}</h1>
          <Suspense fallback={<SearchFormSkeleton />}>
            {isResuming ? (
              <SearchFormSkeleton />
            ) : (
              <CompactSearchForm criteria={search.criteria} onSearch={search.search} />
            )}
          </Suspense>
        </div>
        <Suspense fallback={<SkeletonCards count={2} />}>
          <HomeLists {...selection} />
        </Suspense>
      </div>
    </MapOverlayLayout>
  );
}

/** As tall as the form, so that nothing shifts when it loads. */
function SearchFormSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-29.5" />
      <Skeleton className="h-43 sm:h-20.5" />
      <Skeleton className="h-13" />
    </div>
  );
}
