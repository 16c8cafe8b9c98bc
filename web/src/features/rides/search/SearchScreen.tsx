import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useRef } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { SearchForm } from "./SearchForm.tsx";
import { isComplete, type SearchCriteria } from "./search-url.ts";
import { useSearchState } from "./use-search-state.ts";

const SearchResults = lazyScreen(() => import("./SearchResults.tsx"), "SearchResults");
/** The form comes first, and the results are there before it is filled in. */
const fetchResults = afterCalls(SearchResults.fetch);

/** Search screen: the form with the results beside it; on phones the results replace the form. */
export function SearchScreen() {
  const { t } = useLingui();
  useTitle(t`Find a ride`);
  const search = useSearchState();
  const { criteria } = search;
  const isWide = useIsWideScreen();
  const resultsElement = useRef<HTMLDivElement>(null);
  const scrollToResults = useRef(false);
  const onSearch = (newCriteria: SearchCriteria) => {
    scrollToResults.current = true;
    search.search(newCriteria);
  };
  useEffect(() => {
    if (!scrollToResults.current) return;
    scrollToResults.current = false;
    if (isWide) resultsElement.current?.scrollIntoView({ block: "start" });
    else scrollTo({ top: 0, behavior: "instant" });
    resultsElement.current?.focus({ preventScroll: true });
  });
  // A failure is reported where the results are shown.
  useEffect(() => void fetchResults().catch(() => {}), []);
  const hasResults = isComplete(criteria);
  return (
    <div
      className={cx(
        "mx-auto grid max-w-6xl gap-8 lg:grid-cols-[25rem_1fr] lg:items-start lg:px-(--gutter) lg:py-10",
        !hasResults && "max-lg:px-(--gutter) max-lg:py-6",
      )}
    >
      <div className={cx("grid gap-4 lg:sticky lg:top-24", hasResults && "max-lg:sr-only")}>
        <div>
          <h1 className="outline-none text-3xl font-bold tracking-[-.025em]">{t`Find a ride`}</h1>
          {/* On phones the form with its button fits the screen without it. */}
          <p className="mt-1 text-ink-2 max-sm:hidden">{t`Enter your route. We also show rides that pass through it.`}</p>
        </div>
        {(isWide || !hasResults) && (
          <>
            <SearchForm
              key={JSON.stringify([criteria.from, criteria.to])}
              criteria={criteria}
              onSearch={onSearch}
            />
            <Link
              to="/events"
              className={buttonClasses("ghost", "sm")}
            >{t`Going to an event?`}</Link>
          </>
        )}
      </div>
      <div ref={resultsElement} tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
        {hasResults ? (
          <Suspense fallback={<SkeletonRideCards />}>
            <SearchResults search={search} criteria={criteria} isWide={isWide} />
          </Suspense>
        ) : (
          <SearchHint />
        )}
      </div>
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
      className="card"
    >
      {t`Each ride shows your pickup and dropoff, how far you walk, and the host's detour.`}
    </EmptyState>
  );
}
