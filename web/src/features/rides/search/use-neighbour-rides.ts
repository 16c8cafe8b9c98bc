import { type Neighbour, type NeighbourRide, neighbours } from "@commonlane/contract/neighbours";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import type { ResultView } from "./result-view.ts";
import { toFilterQuery } from "./search-filters.ts";
import type { CompleteSearchCriteria } from "./search-url.ts";
import { toSearchQuery } from "./search-window.ts";

export interface NeighbourResults {
  /** Best first; none while they are asked. */
  readonly rides: readonly NeighbourRide[];
  readonly isAsking: boolean;
  /** Some neighbours cover the way. */
  readonly isAsked: boolean;
  /** Neighbours that did not answer. */
  readonly unreachable: readonly Neighbour[];
}

const FRESH_MS = 60_000;

/** Rides of neighbouring communities for a search. The server answers within two seconds, whatever they do. */
export function useNeighbourRides(
  criteria: CompleteSearchCriteria,
  { filters }: Pick<ResultView, "filters">,
): NeighbourResults {
  const query = {
    ...toSearchQuery(criteria),
    ...toFilterQuery(filters),
  };
  const { data, isLoading } = useQuery(
    endpointQuery(
      neighbours.searchRides,
      { query },
      {
        staleTime: FRESH_MS,
        retry: false,
      },
    ),
  );
  const asked = data?.asked ?? [];
  return {
    rides: data?.items ?? [],
    isAsking: isLoading,
    isAsked: asked.length > 0,
    unreachable: asked.filter(({ hasAnswered }) => !hasAnswered).map(({ neighbour }) => neighbour),
  };
}

/** True if neighbours may have rides on a day that they did not name: a search asks them for its own times only. */
export function mayHaveMoreRides(
  { isAsking, isAsked, unreachable }: Omit<NeighbourResults, "rides">,
  { day, time }: Pick<CompleteSearchCriteria, "day" | "time">,
  date: string,
): boolean {
  const isAskedForDate = date === day && time === null && unreachable.length === 0;
  return isAsking || (isAsked && !isAskedForDate);
}
