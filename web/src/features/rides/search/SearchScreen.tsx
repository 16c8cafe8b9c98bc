import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { isComplete, type SearchCriteria } from "./search-url.ts";
import { WhenFields, WhereFields } from "./SearchFields.tsx";
import { useSearchForm, type SearchFormState } from "./use-search-form.ts";
import { useSearchState } from "./use-search-state.ts";
import { WalkField } from "./WalkField.tsx";

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

/** Search form in three sections: route, time, seats and walking. */
function SearchForm({
  criteria,
  onSearch,
}: {
  criteria: SearchCriteria;
  onSearch: (criteria: SearchCriteria) => void;
}) {
  const { t } = useLingui();
  const form = useSearchForm(criteria, onSearch);
  const { fields, change } = form;
  return (
    <form
      role="search"
      aria-label={t`Find a ride`}
      className="grid gap-4 card p-4 shadow-1 sm:gap-6 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) void form.submit();
      }}
    >
      <FormSection title={t`Route`}>
        <WhereFields form={form} />
      </FormSection>
      <FormSection title={t`When`}>
        <div className="grid gap-3 min-[23rem]:grid-cols-[1.2fr_1fr]">
          <WhenFields form={form} />
        </div>
        <p className="text-sm text-ink-3">
          <DepartureHint {...fields} />
        </p>
      </FormSection>
      <FormSection title={t`Seats and walking`}>
        <SeatStepper
          label={t`Seats`}
          value={fields.seats}
          onChange={(seats) => change({ seats })}
        />
        <WalkField walkM={fields.walkM} onChange={(walkM) => change({ walkM })} />
      </FormSection>
      <Button type="submit" icon="search" size="lg" busy={form.busy}>
        {t`Find rides`}
      </Button>
    </form>
  );
}

function DepartureHint({ time, flexible }: SearchFormState["fields"]) {
  const { t } = useLingui();
  if (flexible) return t`Any ride on these days, the closest day first.`;
  return time === null ? t`Any ride on that day.` : t`Pickup up to two hours before or after.`;
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-display text-lg font-bold">{title}</legend>
      {children}
    </fieldset>
  );
}
