import { DAY_MS } from "@commonlane/contract/durations";
import type { SavedSearch, SavedSearchFilters } from "@commonlane/contract/saved-searches";
import type { Filters } from "#features/rides/search/search-filters.ts";
import {
  FLEXIBLE_DAYS,
  type SearchCriteria,
  type CompleteSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { getDepartureWindow } from "#features/rides/search/search-window.ts";
import type { CurrentSearch } from "#features/saved-searches/SaveSearch.tsx";
import { addDays, toDateAndTime, todayAt } from "#shared/formatting/time-zones.ts";
import { timeZoneOf, toPlace } from "#shared/places/place-choice.ts";

/** Converts search criteria to a saved search. */
export function toSavedSearch(criteria: CompleteSearchCriteria, filters: Filters): CurrentSearch {
  const { departsAfter, departsBefore, at } = getDepartureWindow(criteria);
  return {
    origin: toPlace(criteria.from),
    destination: toPlace(criteria.to),
    departsAfter,
    departsBefore,
    at: at ?? null,
    timeZone: timeZoneOf(criteria.from),
    seats: criteria.seats,
    walkM: criteria.walkM,
    filters: toSearchPreferences(filters),
  };
}

/** Converts a saved search to search criteria. One for any day searches from today on. */
export function toSearchCriteria(
  { origin, destination, departsAfter, departsBefore, at, timeZone, seats, walkM }: SavedSearch,
  now = new Date(),
): SearchCriteria {
  const criteria = {
    from: { ...origin, timeZone },
    to: destination,
    seats,
    walkM,
  };
  if (departsAfter === null || departsBefore === null)
    return {
      ...criteria,
      day: addDays(todayAt(timeZone, now), FLEXIBLE_DAYS),
      time: null,
      flexible: true,
    };
  const flexible = Date.parse(departsBefore) - Date.parse(departsAfter) > 1.5 * DAY_MS;
  const { date, time } = toDateAndTime(timeZone, at ?? departsAfter);
  return {
    ...criteria,
    day: date,
    time: at === null || flexible ? null : time,
    flexible,
  };
}

const toSearchPreferences = ({
  instant,
  sameGender,
  luggage,
  smoking,
  pets,
  needs,
  mark,
  membersOf,
  maxContributionMinor,
}: Filters): SavedSearchFilters => ({
  ...(instant && { instant }),
  ...(sameGender && { sameGender }),
  ...(luggage !== null && { luggage }),
  ...(smoking !== null && { smoking }),
  ...(pets !== null && { pets }),
  ...(needs.includes("step-free") && { stepFree: true }),
  ...(needs.includes("wheelchair") && { wheelchair: true }),
  ...(needs.includes("assistance-animal") && { assistanceAnimal: true }),
  ...(mark !== null && { mark }),
  ...(membersOf !== null && { membersOf }),
  ...(maxContributionMinor !== null && { maxContributionMinor }),
});

/** Filters of a saved search. */
export function toFilters({ filters }: Pick<SavedSearch, "filters">): Filters {
  return {
    instant: filters.instant ?? false,
    sameGender: filters.sameGender ?? false,
    luggage: filters.luggage ?? null,
    smoking: filters.smoking ?? null,
    pets: filters.pets ?? null,
    needs: [
      ...(filters.stepFree ? (["step-free"] as const) : []),
      ...(filters.wheelchair ? (["wheelchair"] as const) : []),
      ...(filters.assistanceAnimal ? (["assistance-animal"] as const) : []),
    ],
    mark: filters.mark ?? null,
    membersOf: filters.membersOf ?? null,
    maxContributionMinor: filters.maxContributionMinor ?? null,
  };
}
