import { QuickPostRequest } from "#features/ride-requests/post/QuickPostRequest.tsx";
import { type Filters, writeFilters } from "#features/rides/search/search-filters.ts";
import {
  type CompleteSearchCriteria,
  writeSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { toRequestCriteria, unsupportedFilters } from "./to-request-criteria.ts";
import { SaveSearch } from "#features/saved-searches/SaveSearch.tsx";
import { toSavedSearch } from "./saved-search-criteria.ts";

interface PostRequestActionProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
}

/** If no ride fits: opens a ride request prefilled with the search. */
export function PostRequestAction({ criteria, filters }: PostRequestActionProps) {
  return (
    <QuickPostRequest
      prefill={toRequestCriteria(criteria, filters)}
      formLink={`/requests/new?${writeFilters(filters, writeSearchCriteria(criteria))}`}
      unsupported={unsupportedFilters(criteria, filters)}
    />
  );
}

/** Offers to save the current search. */
export function SaveSearchAction({
  criteria,
  filters,
}: {
  criteria: CompleteSearchCriteria;
  filters: Filters;
}) {
  return <SaveSearch search={toSavedSearch(criteria, filters)} />;
}
