import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { UnsupportedFilter } from "#features/ride-requests/post/QuickPostRequest.tsx";
import type { RequestPrefill } from "#features/ride-requests/post/request-draft.ts";
import type { Filters } from "#features/rides/search/search-filters.ts";
import type { SearchCriteria } from "#features/rides/search/search-url.ts";
import { getDepartureWindow } from "#features/rides/search/search-window.ts";

/**
 * Converts a search to the initial values of a ride request: its time window, and the filters that requests support.
 */
export function toRequestCriteria(
  criteria: SearchCriteria,
  { smoking, pets, needs, luggage, sameGender, maxContributionMinor }: Filters,
): RequestPrefill {
  const { departsAfter, departsBefore } = getDepartureWindow(criteria);
  const { from, to, seats } = criteria;
  return {
    from,
    to,
    departsAfter,
    departsBefore,
    seats,
    preferences: {
      ...(smoking && { smoking }),
      ...(pets && { pets }),
    },
    needs,
    luggage,
    sameGender,
    maxContributionMinor,
  };
}

/** Filters that a ride request does not support, listed before it is posted. */
export const unsupportedFilters = (
  { walkM }: Pick<SearchCriteria, "walkM">,
  { instant }: Filters,
): UnsupportedFilter[] => [
  ...(instant ? (["instant"] as const) : []),
  ...(walkM !== WALK_DEFAULT_M ? (["walk"] as const) : []),
];
