import { DAY_MS } from "@commonlane/contract/durations";
import type { SavedSearch, SearchWishes } from "@commonlane/contract/saved-searches";
import type { Place } from "@commonlane/contract/shapes";
import type { Filters } from "#features/rides/found-filters.ts";
import { daysAfter, FLEXIBLE_DAYS, type RideWish, type Spot, type WholeWish } from "#features/rides/search-url.ts";
import { windowOf } from "#features/rides/search-window.ts";
import type { LookedFor } from "#features/saved-searches/SaveSearch.tsx";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { dateAndTimeIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";

/** What somebody looks for, as it is saved. */
export function lookedFor(wish: WholeWish, filters: Filters): LookedFor {
  const { departsAfter, departsBefore, at } = windowOf(wish);
  return {
    origin: placeOf(wish.from),
    destination: placeOf(wish.to),
    departsAfter,
    departsBefore,
    at: at ?? null,
    timeZone: wish.from.timeZone ?? ownTimeZone(),
    seats: wish.seats,
    walkM: wish.walkM,
    wishes: wishesIn(filters),
  };
}

/** The same the other way: what is looked for when a saved search is opened. For any day that is the days from now on. */
export function wishOf(
  { origin, destination, departsAfter, departsBefore, at, timeZone, seats, walkM }: SavedSearch,
  now = new Date(),
): RideWish {
  const wish = { from: { ...origin, timeZone }, to: destination, seats, walkM };
  if (departsAfter === null || departsBefore === null)
    return { ...wish, day: daysAfter(dayFromNow(0, now), FLEXIBLE_DAYS), time: null, flexible: true };
  const flexible = Date.parse(departsBefore) - Date.parse(departsAfter) > 1.5 * DAY_MS;
  const { date, time } = dateAndTimeIn(timeZone, at ?? departsAfter);
  return { ...wish, day: date, time: at === null || flexible ? null : time, flexible };
}

const wishesIn = ({ instant, sameGender, luggage, smoking, pets, needs, mostMinor }: Filters): SearchWishes => ({
  ...(instant && { instant }),
  ...(sameGender && { sameGender }),
  ...(luggage !== null && { luggage }),
  ...(smoking !== null && { smoking }),
  ...(pets !== null && { pets }),
  ...(needs.includes("step-free") && { stepFree: true }),
  ...(needs.includes("wheelchair") && { wheelchair: true }),
  ...(needs.includes("assistance-animal") && { assistanceAnimal: true }),
  ...(mostMinor !== null && { maxContributionMinor: mostMinor }),
});

/** The filters with which a saved search is opened. */
export const filtersOf = ({ wishes }: Pick<SavedSearch, "wishes">): Filters => ({
  instant: wishes.instant ?? false,
  sameGender: wishes.sameGender ?? false,
  luggage: wishes.luggage ?? null,
  smoking: wishes.smoking ?? null,
  pets: wishes.pets ?? null,
  needs: [
    ...(wishes.stepFree ? (["step-free"] as const) : []),
    ...(wishes.wheelchair ? (["wheelchair"] as const) : []),
    ...(wishes.assistanceAnimal ? (["assistance-animal"] as const) : []),
  ],
  mostMinor: wishes.maxContributionMinor ?? null,
});

const placeOf = ({ placeId, label, lat, lng }: Spot): Place => ({ label, lat, lng, ...(placeId && { placeId }) });
