import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton, SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { MapOverlayLayout, useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { CompactSearchForm } from "../search/CompactSearchForm.tsx";
import { isComplete, type SearchCriteria } from "../search/search-url.ts";
import { SubmittedSearchContext } from "../search/search-slots.ts";
import { type SearchState, useResumedSearch, useSearchState } from "../search/use-search-state.ts";
import type { Trip } from "../trips.ts";
import { UpcomingTrips } from "./UpcomingTrips.tsx";

// What a person opens Home for comes with it; the rest loads after their data is shown.
const SearchResultsPanel = lazyScreen(
  () => import("../search/SearchResultsPanel.tsx"),
  "SearchResultsPanel",
);
const HomeLists = lazyScreen(
  afterCalls(() => import("./HomeLists.tsx")),
  "HomeLists",
);
const HomeMap = lazyScreen(
  afterCalls(() => import("./HomeMap.tsx")),
  "HomeMap",
);
const UsualRoutes = lazyScreen(
  afterCalls(() => import("./UsualRoutes.tsx")),
  "UsualRoutes",
);
const HomeMapPeek = lazyScreen(
  afterCalls(() => import("./HomeMapPeek.tsx")),
  "HomeMapPeek",
);

interface HomeScreenProps {
  /** Offers new members the steps after the first sign-in. */
  readonly welcome: ReactNode;
  /** Answers and ratings that the user owes. */
  readonly toDo: ReactNode;
  /** What can be done about the user's next trips. */
  readonly renderTripDetails: (trip: Trip) => ReactNode;
}

/** Home: what is next for the user, a search, and rides departing soon; or search results. */
export function HomeScreen(props: HomeScreenProps) {
  const search = useSearchState();
  const isResuming = useResumedSearch(search.criteria, search.replaceSearch);
  const [isSubmitted, setSubmitted] = useState(false);
  const { criteria } = search;
  const submit = (submitted: SearchCriteria) => {
    setSubmitted(true);
    search.search(submitted);
  };
  return isComplete(criteria) ? (
    <SubmittedSearchContext value={isSubmitted}>
      <SearchResultsPanel search={search} criteria={criteria} />
    </SubmittedSearchContext>
  ) : (
    <HomeStart {...props} search={search} onSearch={submit} isResuming={isResuming} />
  );
}

interface HomeStartProps extends HomeScreenProps {
  readonly search: SearchState;
  readonly onSearch: (criteria: SearchCriteria) => void;
  readonly isResuming: boolean;
}

function HomeStart({
  welcome,
  toDo,
  renderTripDetails,
  search,
  onSearch,
  isResuming,
}: HomeStartProps) {
  const { t } = useLingui();
  useTitle(t`Home`);
  const isWide = useIsWideScreen();
  const selection = {
    selectedId: search.selectedId,
    onSelect: search.selectRide,
  };
  const content = (
    <div className="grid gap-6">
      <h1 className="sr-only">{t`Home`}</h1>
      {!isResuming && welcome}
      <UpcomingTrips renderDetails={renderTripDetails} />
      {toDo}
      <section aria-labelledby="home-search" className="grid gap-3">
        <h2
          id="home-search"
          className="text-xl font-bold tracking-[-.02em]"
        >{t`Where do you want to go?`}</h2>
        {isResuming ? (
          <SearchFormSkeleton />
        ) : (
          <CompactSearchForm searchesAtOnce criteria={search.criteria} onSearch={onSearch} />
        )}
        <Suspense fallback={null}>
          <UsualRoutes />
        </Suspense>
      </section>
      {!isWide && (
        <Suspense fallback={<Skeleton className="h-44" />}>
          <HomeMapPeek {...selection} />
        </Suspense>
      )}
      <Suspense fallback={<SkeletonRideCards count={2} />}>
        <HomeLists {...selection} />
      </Suspense>
    </div>
  );
  if (!isWide) return <div className="px-(--gutter) py-5">{content}</div>;
  return (
    <MapOverlayLayout
      renderMap={(padding) => <HomeMap {...selection} padding={padding} />}
      label={t`Home`}
    >
      {content}
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
