import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, use, useEffect, useRef, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { isFocusUnowned } from "#shared/ui/focus/restore-focus.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { dayName } from "./day-name.ts";
import { DayStrip } from "./DayStrip.tsx";
import type { ResultView } from "./result-view.ts";
import { countFilters, type Filters } from "./search-filters.ts";
import { SubmittedSearchContext } from "./search-slots.ts";
import type { CompleteSearchCriteria, SearchCriteria } from "./search-url.ts";
import { SortAndFilterChips } from "./SortAndFilterChips.tsx";
import type { NeighbourResults } from "./use-neighbour-rides.ts";
import type { SearchResults } from "./use-search-results.ts";

interface ResultsToolbarProps {
  criteria: CompleteSearchCriteria;
  results: SearchResults;
  neighbours: NeighbourResults;
  view: ResultView;
  onSearch: (criteria: SearchCriteria, view?: ResultView) => void;
  onViewChange: (view: ResultView) => void;
}

/** Above the results: how many there are, the days around, and sorting and filters in one row. */
export function ResultsToolbar({
  criteria,
  results,
  neighbours,
  view,
  onSearch,
  onViewChange,
}: ResultsToolbarProps) {
  const applyFilters = (filters: Filters, walkM: number) => {
    // Both live in the URL, and each update replaces it.
    if (walkM === criteria.walkM)
      onViewChange({
        ...view,
        filters,
      });
    else
      onSearch(
        {
          ...criteria,
          walkM,
        },
        {
          ...view,
          filters,
        },
      );
  };
  return (
    <div className="grid gap-2 lg:gap-3.5">
      <ResultsHeading criteria={criteria} results={results} neighbours={neighbours} />
      <DayStrip
        criteria={criteria}
        filters={view.filters}
        neighbours={neighbours}
        onDayChange={(day) =>
          onSearch({
            ...criteria,
            day,
            flexible: false,
          })
        }
      />
      {/* The room around it is for the focus rings of its buttons. */}
      <div className="-m-1 flex items-start gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
        <FilterButton filters={view.filters} walkM={criteria.walkM} onApply={applyFilters} />
        <SortAndFilterChips view={view} onViewChange={onViewChange} />
      </div>
    </div>
  );
}

type ResultsHeadingProps = Pick<ResultsToolbarProps, "criteria" | "results" | "neighbours">;

/** After a search was sent, its form is gone, and the focus goes to what it found. */
function ResultsHeading({ criteria, results, neighbours }: ResultsHeadingProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSubmitted = use(SubmittedSearchContext);
  useEffect(() => {
    if (isSubmitted && isFocusUnowned()) heading.current?.focus({ preventScroll: true });
  }, [isSubmitted]);
  const { full, hasMore } = results;
  const date = dayName(criteria.day, "long");
  const count = results.rides.length + (hasMore ? 0 : neighbours.rides.length);
  const isAsking = results.rides.length === 0 && neighbours.isAsking;
  const status = results.status === "success" && isAsking ? "pending" : results.status;
  const when = criteria.flexible ? t`around ${date}` : t`on ${date}`;
  const rides = t`${plural(count, {
    one: "# ride",
    other: "# rides",
  })}`;
  const none = full.length > 0 ? t`Only full rides ${when}` : t`No rides ${when}`;
  const headings = {
    pending: t`Searching for rides ${when}`,
    error: t`Rides ${when}`,
    success: hasMore ? t`More than ${rides} ${when}` : t`${rides} ${when}`,
  };
  return (
    <div role="status" className="min-w-0">
      <h2
        ref={heading}
        tabIndex={-1}
        className="outline-none text-lg font-bold tracking-[-.02em] lg:text-xl"
      >
        {status === "success" && count === 0 ? none : headings[status]}
      </h2>
    </div>
  );
}

const FilterDialog = lazyScreen(() => import("./FilterDialog.tsx"), "FilterDialog");

interface FilterButtonProps {
  readonly filters: Filters;
  readonly walkM: number;
  readonly onApply: (filters: Filters, walkM: number) => void;
}

/** Opens the filter dialog and shows how many filters are set. */
function FilterButton({ filters, walkM, onApply }: FilterButtonProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const count = countFilters(filters);
  return (
    <>
      <Button
        variant="line"
        size="sm"
        icon="filter"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0
          ? t`Filters`
          : t`${plural(count, {
              one: "# filter",
              other: "# filters",
            })}`}
      </Button>
      {open && (
        <Suspense>
          <FilterDialog
            filters={filters}
            walkM={walkM}
            onClose={() => setOpen(false)}
            onApply={(newFilters, newWalkM) => {
              setOpen(false);
              onApply(newFilters, newWalkM);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
