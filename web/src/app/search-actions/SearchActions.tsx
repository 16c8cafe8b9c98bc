import { useQuery } from "@tanstack/react-query";
import { ASKED_DRIVERS_MAX } from "@commonlane/contract/limits";
import { driversNearby } from "#features/active-drivers/active-drivers.queries.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { QuickPostRequest } from "#features/ride-requests/post/QuickPostRequest.tsx";
import { type Filters, writeFilters } from "#features/rides/search/search-filters.ts";
import {
  type CompleteSearchCriteria,
  writeSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { todayOfSearch } from "#features/rides/search/search-window.ts";
import { toRequestCriteria, unsupportedFilters } from "./to-request-criteria.ts";
import { SaveSearch } from "#features/saved-searches/SaveSearch.tsx";
import { toSavedSearch } from "./saved-search-criteria.ts";

interface PostRequestActionProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
}

/** If no ride fits: posts the search as a request, which today also asks the drivers who are on the road now. */
export function PostRequestAction({ criteria, filters }: PostRequestActionProps) {
  const driverUids = useDriversNow(criteria);
  return (
    <QuickPostRequest
      driverUids={driverUids}
      prefill={toRequestCriteria(criteria, filters)}
      formLink={`/requests/new?${writeFilters(filters, writeSearchCriteria(criteria))}`}
      unsupported={unsupportedFilters(criteria, filters)}
    />
  );
}

const NEAR_KM = 15;

/** For a search of today: the active drivers near its start who have enough seats, nearest first. */
function useDriversNow(criteria: CompleteSearchCriteria): readonly string[] {
  const { uid } = useUser();
  const { day, from, seats } = criteria;
  const isToday = day === todayOfSearch(criteria);
  const { data } = useQuery({
    ...driversNearby(from),
    enabled: isToday,
  });
  if (!isToday || !data) return [];
  return data.items
    .filter((driver) => driver.uid !== uid && driver.seats >= seats)
    .filter(({ distanceKm }) => distanceKm !== null && distanceKm <= NEAR_KM)
    .slice(0, ASKED_DRIVERS_MAX)
    .map((driver) => driver.uid);
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
