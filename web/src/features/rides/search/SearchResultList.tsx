import { useLingui } from "@lingui/react/macro";
import { type ReactNode, use, useRef } from "react";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { townName } from "#shared/formatting/format.ts";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import type { ResultView } from "./result-view.ts";
import { JourneysContext, TrainFitContext, SaveSearchContext } from "./search-slots.ts";
import { NearMisses } from "./NearMisses.tsx";
import { segmentOfMatch } from "./match-text.ts";
import { type ListedResult, mergeNeighbours } from "./merge-neighbours.ts";
import { NeighbourNotes } from "./NeighbourNotes.tsx";
import { NeighbourRideCard } from "./NeighbourRideCard.tsx";
import { OnFoot } from "./NextBestSearches.tsx";
import { NoResults } from "./NoResults.tsx";
import { walksTo } from "../walks.ts";
import { RideCard } from "../list/RideCard.tsx";
import { useScrollRestoration } from "../list/use-scroll-restoration.ts";
import type { SearchCriteria, CompleteSearchCriteria } from "./search-url.ts";
import type { HighlightedRide } from "./use-highlighted-ride.ts";
import type { NeighbourResults } from "./use-neighbour-rides.ts";
import type { SearchResults } from "./use-search-results.ts";

export interface SearchResultListProps {
  criteria: CompleteSearchCriteria;
  results: SearchResults;
  /** Of neighbouring communities, among the own ones. */
  neighbours: NeighbourResults;
  view: ResultView;
  map: HighlightedRide;
  /** Ride id in the URL, opened here or before. */
  rideIdInUrl: string | null;
  onSearch: (criteria: SearchCriteria, view?: ResultView) => void;
  onViewChange: (view: ResultView) => void;
  onSelect: (rideId: string) => void;
}

/** Search results: rides, full rides, near misses and pagination; or suggestions without results. */
export function SearchResultList(props: SearchResultListProps) {
  const { criteria, results, view } = props;
  const list = useRef<HTMLDivElement>(null);
  const isDone = results.status === "success";
  const { isComplete, firstCards, style } = useScrollRestoration(list, isDone);
  const saveSearchAction = use(SaveSearchContext);
  return (
    <div ref={list} className="grid content-start gap-3" style={style}>
      <ResultsBody {...props} firstCards={isComplete ? undefined : firstCards} />
      {isDone && isComplete && (
        <>
          {results.rides.length > 0 && saveSearchAction?.(criteria, view.filters)}
          <ShareSearch criteria={criteria} />
        </>
      )}
    </div>
  );
}

function ShareSearch({ criteria }: { criteria: CompleteSearchCriteria }) {
  const { t } = useLingui();
  const from = townName(criteria.from.label);
  const to = townName(criteria.to.label);
  return (
    <p className="text-center">
      <ShareButton title={t`Rides from ${from} to ${to}`} label={t`Share search`} />
    </p>
  );
}

interface ResultsBodyProps extends SearchResultListProps {
  /** How many cards are shown while the rest is rendered; everything if undefined. */
  readonly firstCards: number | undefined;
}

function ResultsBody({ firstCards, ...props }: ResultsBodyProps) {
  const { criteria, results, neighbours, view, onSearch } = props;
  const { t } = useLingui();
  const renderJourneys = use(JourneysContext);
  if (results.status === "pending") return <SkeletonRideCards />;
  if (results.status === "error")
    return (
      <ErrorState
        title={t`The search didn't work`}
        message={errorText(
          results.error,
          t`Couldn't load the rides. Check your connection and try again.`,
        )}
        onRetry={results.retry}
        retrying={results.refetching}
      />
    );
  const { hasMore } = results;
  const listed = mergeNeighbours(results.rides, neighbours.rides, {
    order: view.order,
    hasMore,
  });
  const walk = results.walk && <OnFoot {...results.walk} />;
  if (results.rides.length > 0 && firstCards !== undefined)
    return (
      <>
        {walk}
        <ResultCards {...props} results={listed.slice(0, firstCards)} />
      </>
    );
  const nearMisses = <NearMisses {...props} nearMisses={results.nearMisses} />;
  const journeys = renderJourneys?.(criteria, view.filters);
  const notes = <NeighbourNotes results={neighbours} />;
  const otherCount = listed.length + results.full.length + results.nearMisses.length;
  // Without matches, full rides come before other suggestions.
  if (results.rides.length === 0)
    return (
      <>
        <ResultCards {...props} results={listed} />
        {notes}
        <ResultCards {...props} results={results.full.map(asOwn)} isFull />
        <NoResults
          criteria={criteria}
          filters={view.filters}
          nearMisses={nearMisses}
          journeys={journeys}
          isNothingFound={!neighbours.isAsking && otherCount === 0}
          nextBest={results.nextBest}
          onSearch={(changed, filters) =>
            onSearch(changed, {
              ...view,
              filters,
            })
          }
        />
        <LoadMore results={results} />
      </>
    );
  return (
    <>
      {walk}
      <ResultCards {...props} results={listed} />
      {notes}
      <LoadMore results={results} />
      {journeys}
      {results.full.length > 0 && (
        <ResultSection id="full-rides" title={t`Full rides`}>
          <ResultCards {...props} results={results.full.map(asOwn)} isFull />
        </ResultSection>
      )}
      {nearMisses}
    </>
  );
}

function ResultSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid gap-3 pt-3">
      <h2 id={id} className="text-xl font-bold tracking-[-.02em]">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ResultCardsProps = Omit<SearchResultListProps, "results"> & {
  readonly results: readonly ListedResult[];
  readonly isFull?: boolean;
};

const asOwn = (result: RideSearchResult): ListedResult => ({
  kind: "own",
  result,
});

function ResultCards({ results, ...props }: ResultCardsProps) {
  if (results.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {results.map((listed) =>
        listed.kind === "neighbour" ? (
          <li key={`neighbour ${listed.ride.id}`}>
            <NeighbourRideCard ride={listed.ride} day={props.criteria.day} />
          </li>
        ) : (
          <li key={listed.result.ride.id}>
            <OwnRideCard {...props} result={listed.result} />
          </li>
        ),
      )}
    </ul>
  );
}

type OwnRideCardProps = Omit<ResultCardsProps, "results"> & { readonly result: RideSearchResult };

function OwnRideCard(props: OwnRideCardProps) {
  const { result, isFull, criteria, view, map, rideIdInUrl, onSelect } = props;
  const { ride, match } = result;
  const renderTrainFit = use(TrainFitContext);
  return (
    <RideCard
      ride={ride}
      match={match}
      isFull={isFull}
      day={criteria.day}
      segment={segmentOfMatch(ride, match, criteria)}
      walks={walksTo(match, criteria)}
      trainFit={renderTrainFit?.(criteria, view.filters, ride.id)}
      selected={ride.id === map.highlighted?.ride.id}
      selectedBefore={ride.id === rideIdInUrl}
      onSelect={() => onSelect(ride.id)}
      onHighlight={(isOn) => (isOn ? map.highlight(ride.id) : map.unhighlight(ride.id))}
    />
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
