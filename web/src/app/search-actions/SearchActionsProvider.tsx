import { type ReactNode, Suspense } from "react";
import type { Filters } from "#features/rides/search/search-filters.ts";
import {
  SaveSearchContext,
  JourneysContext,
  TrainFitContext,
  NoResultsContext,
} from "#features/rides/search/search-slots.ts";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** Connects searches with other features: saving a search, posting a ride request and public transport. */
export function SearchActionsProvider({ children }: { children: ReactNode }) {
  return (
    <SaveSearchContext value={renderSaveSearch}>
      <NoResultsContext value={renderPostRequest}>
        <JourneysContext value={renderJourneys}>
          <TrainFitContext value={renderTrainFit}>{children}</TrainFitContext>
        </JourneysContext>
      </NoResultsContext>
    </SaveSearchContext>
  );
}

const SaveSearchAction = lazyScreen(() => import("./SearchActions.tsx"), "SaveSearchAction");
const renderSaveSearch = (criteria: CompleteSearchCriteria, filters: Filters) => (
  <Suspense fallback={<div className="h-26" />}>
    <SaveSearchAction criteria={criteria} filters={filters} />
  </Suspense>
);

const PostRequestAction = lazyScreen(() => import("./SearchActions.tsx"), "PostRequestAction");
const renderPostRequest = (criteria: CompleteSearchCriteria, filters: Filters) => (
  <Suspense fallback={null}>
    <PostRequestAction criteria={criteria} filters={filters} />
  </Suspense>
);

interface SearchProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
}

const SearchJourneys = lazyScreen<"SearchJourneys", SearchProps>(
  () => import("./SearchJourneys.tsx"),
  "SearchJourneys",
);
const renderJourneys = (criteria: CompleteSearchCriteria, filters: Filters) => (
  <Suspense fallback={null}>
    <SearchJourneys criteria={criteria} filters={filters} />
  </Suspense>
);

const SearchTrainFit = lazyScreen<"SearchTrainFit", SearchProps & { readonly rideId: string }>(
  () => import("./SearchJourneys.tsx"),
  "SearchTrainFit",
);
const renderTrainFit = (criteria: CompleteSearchCriteria, filters: Filters, rideId: string) => (
  <Suspense fallback={null}>
    <SearchTrainFit criteria={criteria} filters={filters} rideId={rideId} />
  </Suspense>
);
