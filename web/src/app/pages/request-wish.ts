import type { RequestWish } from "#features/ride-requests/request-draft.ts";
import type { Filters } from "#features/rides/found-filters.ts";
import type { RideWish } from "#features/rides/search-url.ts";
import { windowOf } from "#features/rides/search-window.ts";

/** What somebody looks for, as a request begins: its window, and whatever of the filters a request can say, too. */
export function requestWish(wish: RideWish, { smoking, pets, needs, sameGender, mostMinor }: Filters): RequestWish {
  const { departsAfter, departsBefore } = windowOf(wish);
  const { from, to, seats } = wish;
  return {
    from,
    to,
    departsAfter,
    departsBefore,
    seats,
    preferences: { ...(smoking && { smoking }), ...(pets && { pets }) },
    needs,
    sameGender,
    mostMinor,
  };
}
