import { WALK_DEFAULT_M } from "@commonlane/contract/limits";
import type { Unsaid } from "#features/ride-requests/PostAtOnce.tsx";
import type { RequestWish } from "#features/ride-requests/request-draft.ts";
import type { Filters } from "#features/rides/found-filters.ts";
import type { RideWish } from "#features/rides/search-url.ts";
import { windowOf } from "#features/rides/search-window.ts";

/** What somebody looks for, as a request begins: its window, and whatever of the filters a request can say, too. */
export function requestWish(
  wish: RideWish,
  { smoking, pets, needs, luggage, sameGender, mostMinor }: Filters,
): RequestWish {
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
    luggage,
    sameGender,
    mostMinor,
  };
}

/** What of a search a request cannot say, to be told before it is posted. */
export const unsaidOf = ({ walkM }: Pick<RideWish, "walkM">, { instant }: Filters): Unsaid[] => [
  ...(instant ? (["instant"] as const) : []),
  ...(walkM !== WALK_DEFAULT_M ? (["walk"] as const) : []),
];
