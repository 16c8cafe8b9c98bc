import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { use, useRef } from "react";
import { townName } from "#shared/formatting/format.ts";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { dayName } from "./day-name.ts";
import { DayStrip } from "./DayStrip.tsx";
import { FilterButton } from "./FilterButton.tsx";
import { type Filters, NO_FILTERS } from "./search-filters.ts";
import type { ResultView } from "./result-view.ts";
import { SaveSearchContext } from "./save-search-context.ts";
import { NearMisses } from "./NearMisses.tsx";
import { matchReasons, segmentOfMatch } from "./match-text.ts";
import { NoResults } from "./NoResults.tsx";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import { walksTo } from "../walks.ts";
import { RideCard } from "../list/RideCard.tsx";
import { useScrollRestoration } from "./use-scroll-restoration.ts";
import type { SearchCriteria, CompleteSearchCriteria } from "./search-url.ts";
import type { SearchResults } from "./use-search-results.ts";
import { SortAndFilterChips } from "./SortAndFilterChips.tsx";

interface SearchResultListProps {
  criteria: CompleteSearchCriteria;
  results: SearchResults;
  view: ResultView;
  selectedId: string | undefined;
  /** Ride id in the URL, selected here or before. */
  rideIdInUrl: string | null;
  onSearch: (criteria: SearchCriteria, view?: ResultView) => void;
  onViewChange: (view: ResultView) => void;
  onSelect: (rideId: string) => void;
}

/** Search results: nearby days, sorting, rides and pagination; or suggestions without results. */
export function SearchResultList(props: SearchResultListProps) {
  const { criteria, results, view, onSearch, onViewChange } = props;
  const list = useRef<HTMLDivElement>(null);
  useScrollRestoration(list, results.status === "success");
  const applyFilters = (filters: Filters, walkM: number) => {
    // Both live in the URL, and each update replaces it.
    if (walkM === criteria.walkM) onViewChange({ ...view, filters });
    else onSearch({ ...criteria, walkM }, { ...view, filters });
  };
  const nearMisses = <NearMisses {...props} nearMisses={results.nearMisses} />;
  const saveSearchAction = use(SaveSearchContext);
  const saveSearch = results.status === "success" && saveSearchAction?.(criteria, view.filters);
  return (
    <div ref={list} className="grid gap-3.5">
      <div className="flex items-center gap-2">
        <ResultsHeading criteria={criteria} results={results} />
        <FilterButton filters={view.filters} walkM={criteria.walkM} onApply={applyFilters} />
      </div>
      <DayStrip
        criteria={criteria}
        filters={view.filters}
        onDayChange={(day) => onSearch({ ...criteria, day, flexible: false })}
      />
      <SortAndFilterChips view={view} onViewChange={onViewChange} />
      {/* Without matches, near misses come before other suggestions. */}
      {results.rides.length === 0 && nearMisses}
      {results.rides.length === 0 && saveSearch}
      <ResultsBody {...props} />
      {results.rides.length > 0 && nearMisses}
      {results.rides.length > 0 && saveSearch}
      {results.status === "success" && <ShareSearch criteria={criteria} />}
    </div>
  );
}

function ResultsHeading({
  criteria,
  results: { status, rides: loadedRides, hasMore },
}: Pick<SearchResultListProps, "criteria" | "results">) {
  const { t } = useLingui();
  const [date, count] = [dayName(criteria.day, "long"), loadedRides.length];
  const when = criteria.flexible ? t`around ${date}` : t`on ${date}`;
  const rides = t`${plural(count, { one: "# ride", other: "# rides" })}`;
  const headings = {
    pending: t`Searching for rides ${when}`,
    error: t`Rides ${when}`,
    success: hasMore ? t`More than ${rides} ${when}` : t`${rides} ${when}`,
  };
  return (
    <div role="status" className="min-w-0 flex-1">
      <h2 className="text-xl font-bold tracking-[-.02em]">
        {status === "success" && count === 0 ? t`No rides ${when}` : headings[status]}
      </h2>
    </div>
  );
}

function ShareSearch({ criteria }: { criteria: CompleteSearchCriteria }) {
  const { t } = useLingui();
  const [from, to] = [townName(criteria.from.label), townName(criteria.to.label)];
  return (
    <p className="text-center">
      <ShareButton title={t`Rides from ${from} to ${to}`} label={t`Share search`} />
    </p>
  );
}

function ResultsBody(props: SearchResultListProps) {
  const { criteria, results, view, selectedId, rideIdInUrl, onSearch, onViewChange, onSelect } = props;
  const { t } = useLingui();
  if (results.status === "pending") return <SkeletonCards />;
  if (results.status === "error")
    return (
      <ErrorState
        title={t`The search didn't work`}
        message={errorText(results.error, t`Couldn't load the rides. Check your connection and try again.`)}
        onRetry={results.retry}
        retrying={results.refetching}
      />
    );
  if (results.rides.length === 0)
    return (
      <>
        <NoResults
          criteria={criteria}
          filters={view.filters}
          onSearch={onSearch}
          onClearFilters={() => onViewChange({ ...view, filters: NO_FILTERS })}
        />
        <LoadMore results={results} />
      </>
    );
  return (
    <>
      <ul className="grid gap-3">
        {results.rides.map(({ ride, match }) => {
          return (
            <li key={ride.id}>
              <RideCard
                ride={ride}
                match={match}
                reasons={matchReasons(ride, match, criteria)}
                day={criteria.day}
                segment={segmentOfMatch(ride, match, criteria)}
                walks={walksTo(match, criteria)}
                selected={ride.id === selectedId}
                selectedBefore={ride.id === rideIdInUrl}
                onSelect={() => onSelect(ride.id)}
              />
            </li>
          );
        })}
      </ul>
      <LoadMore results={results} />
    </>
  );
}

function LoadMore({ results }: { results: SearchResults }) {
  const { t } = useLingui();
  if (!results.hasMore) return null;
  return (
    <div className="grid justify-items-center gap-3">
      {results.loadMoreFailed && <Notice tone="bad">{t`Couldn't load more rides.`}</Notice>}
      <Button variant="line" busy={results.loadingMore} onClick={results.loadMore}>
        {results.loadingMore ? t`Loading…` : t`Show more rides`}
      </Button>
    </div>
  );
}
