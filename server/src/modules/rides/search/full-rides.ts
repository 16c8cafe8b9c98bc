import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import {
  type MeasuredMatch,
  measureMatches,
  type RideAndSearch,
  roadsOf,
} from "./measure-matches.ts";
import type { OpenIndex } from "./open-index.ts";
import type { CandidateSource } from "./search-engine.ts";

/** Candidates that have a leg with fewer seats left than the search asks for, without the hidden ones. */
export const fullCandidates = (
  ctx: Pick<Context, "routing">,
  rides: CorridorIndex,
  { search, hidden, stops }: Omit<OpenIndex, "rides"> & { readonly search: Search },
): CandidateSource => ({
  list: (options) =>
    rides.candidates(
      { ...search, seats: 0 },
      {
        ...options,
        without: hidden,
        roads: roadsOf(ctx),
        stops,
        fullFor: search.seats,
      },
    ),
  hasBounds: rides.hasRoads,
});

/**
 * Matches of rides that are full for their search: they would match if enough seats were free, and have that many. A
 * ride that matches on other legs is not full. Same order as the pairs.
 */
export async function measureFullRides(
  ctx: Context,
  pairs: readonly RideAndSearch[],
): Promise<readonly (MeasuredMatch | undefined)[]> {
  const possible = pairs.filter(
    ({ row, search }) =>
      row.seats_total >= search.seats && row.seats_left.some((seats) => seats < search.seats),
  );
  const withSeats = await measureMatches(ctx, possible);
  const full = possible.filter((_, n) => !withSeats[n]);
  const withoutSeats = await measureMatches(
    ctx,
    full.map((pair) => ({
      ...pair,
      search: { ...pair.search, seats: 0 },
    })),
  );
  const matches = new Map(full.map((pair, n) => [pair, withoutSeats[n]]));
  return pairs.map((pair) => matches.get(pair));
}
