import { useQuery } from "@tanstack/react-query";
import { type Filters, toFilterQuery } from "#features/rides/search/search-filters.ts";
import type { CompleteSearchCriteria } from "#features/rides/search/search-url.ts";
import { toSearchQuery } from "#features/rides/search/search-window.ts";
import { searchJourneys } from "#features/transit/transit.queries.ts";
import { TrainFit } from "#features/transit/TrainFit.tsx";

interface SearchTrainFitProps {
  readonly criteria: CompleteSearchCriteria;
  readonly filters: Filters;
  readonly rideId: string;
}

/** A train that fits a ride of the search, from the same reply as the journeys. */
export function SearchTrainFit({ criteria, filters, rideId }: SearchTrainFitProps) {
  const { data } = useQuery(
    searchJourneys({
      ...toSearchQuery(criteria),
      ...toFilterQuery(filters),
    }),
  );
  const fit = data?.fits.find((each) => each.rideId === rideId);
  return fit === undefined ? null : <TrainFit fit={fit} />;
}
