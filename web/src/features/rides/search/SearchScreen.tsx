import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { SearchResultList } from "./SearchResultList.tsx";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { createSearchScene } from "../ride-map-scene.ts";
import { SearchForm } from "./SearchForm.tsx";
import { isComplete, type SearchCriteria, type CompleteSearchCriteria } from "./search-url.ts";
import { findSelectedRide, useSearchResults } from "./use-search-results.ts";
import { type SearchState, useSearchState } from "./use-search-state.ts";

/** Search screen: the form with the results beside it. */
export function SearchScreen() {
  const { t } = useLingui();
  useTitle(t`Find a ride`);
  const search = useSearchState();
  const { criteria, search: startSearch } = search;
  const resultsElement = useRef<HTMLDivElement>(null);
  const scrollToResults = useRef(false);
  const onSearch = (newCriteria: SearchCriteria) => {
    scrollToResults.current = true;
    startSearch(newCriteria);
  };
  useEffect(() => {
    if (!scrollToResults.current) return;
    scrollToResults.current = false;
    resultsElement.current?.scrollIntoView({ block: "start" });
    resultsElement.current?.focus({ preventScroll: true });
  });
  return (
    <div className="mx-auto grid max-w-6xl gap-8 px-(--gutter) py-6 lg:grid-cols-[25rem_1fr] lg:items-start lg:py-10">
      <div className="grid gap-4 lg:sticky lg:top-24">
        <div>
          <h1 className="outline-none text-3xl font-bold tracking-[-.025em]">{t`Find a ride`}</h1>
          <p className="mt-1 text-ink-2">{t`Enter your route. We also show rides that pass through it.`}</p>
        </div>
        <SearchForm key={JSON.stringify([criteria.from, criteria.to])} criteria={criteria} onSearch={onSearch} />
        <Link to="/events" className={buttonClasses("ghost", "sm")}>{t`Going to an event?`}</Link>
      </div>
      <div ref={resultsElement} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
        {isComplete(criteria) ? <ResultsWithMap search={search} criteria={criteria} /> : <SearchHint />}
      </div>
    </div>
  );
}

function ResultsWithMap({ search, criteria }: { search: SearchState; criteria: CompleteSearchCriteria }) {
  const { t } = useLingui();
  const { view, search: startSearch, changeView, selectRide } = search;
  const results = useSearchResults(criteria, view);
  const selected = findSelectedRide(results, search.selectedId);
  const isWide = useIsWideScreen();
  const map = useRef<HTMLDivElement>(null);
  const onSelect = (rideId: string) => {
    selectRide(rideId);
    // On a phone the list is longer than the viewport, and the map is at its top.
    if (!isWide) map.current?.scrollIntoView({ block: "start" });
  };
  return (
    <div className="grid gap-5">
      <div ref={map} className="relative h-52 scroll-mt-20 overflow-hidden rounded-lg border border-line lg:h-72">
        <LazyMapView {...createSearchScene(selected, criteria)} label={t`Map of the selected ride`} />
      </div>
      <SearchResultList
        criteria={criteria}
        results={results}
        view={view}
        selectedId={selected?.ride.id}
        rideIdInUrl={search.selectedId}
        onSearch={startSearch}
        onViewChange={changeView}
        onSelect={onSelect}
      />
    </div>
  );
}

function SearchHint() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Matching rides show up here`}
      action={
        <Link to="/saved-searches" className={buttonClasses("line", "sm")}>
          {t`Saved searches`}
        </Link>
      }
      className="rounded-lg border border-line bg-surface"
    >
      {t`Each ride shows your pickup and dropoff, how far you walk, and the host's detour.`}
    </EmptyState>
  );
}
