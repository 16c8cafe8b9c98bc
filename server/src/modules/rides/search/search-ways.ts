import type { NextBestSearch, RideMatch } from "@commonlane/contract/ride-search";
import { compareCursors, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { measureMatches, roadsOf } from "./measure-matches.ts";
import { openIndex } from "./open-index.ts";
import { readPairs } from "./pair-rides.ts";
import { viewMatch } from "./ride-match.view.ts";
import { createRideFilter } from "./search-filters.ts";

/** Rides measured of each way. */
const CANDIDATES = 30;

/** One of several ways that are searched with the same criteria. */
export interface Way extends Pick<Search, "from" | "to" | "departsAfterMs" | "departsBeforeMs"> {
  /** The preferred pickup. */
  readonly atMs?: number | undefined;
}
export interface WayHit {
  readonly ride: RideForViewer;
  readonly match: RideMatch;
}

/**
 * Rides of each way as the usual search finds them, best first, at most 30. They are read together, so that a further
 * way costs little; prices and reliability do not count in their order.
 */
export async function searchWays(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: NextBestSearch,
  ways: readonly Way[],
): Promise<WayHit[][]> {
  if (ways.length === 0) return [];
  const { seats, walkM } = request;
  const searches = ways.map((way): Search => ({
    ...way,
    seats,
    walkM,
  }));
  const { rides, hidden } = await openIndex(ctx, index, seeker, spanOf(searches));
  const listedWays = searches.map((search) => ({
    search,
    hits: [] as (WayHit & { readonly rank: MatchCursor })[],
    listed: rides.candidates(search, {
      limit: CANDIDATES,
      without: hidden,
      roads: roadsOf(ctx),
    }),
  }));
  const pairs = await readPairs(ctx, rides, seeker.uid, listedWays);
  const matches = await measureMatches(ctx, pairs);

  const accepts = createRideFilter(ctx, seeker, request);
  for (const [n, { from, search, ride, row }] of pairs.entries()) {
    const match = matches[n];
    if (!match || !(await accepts(ride, match))) continue;
    const { order, pickupAtMs } = match;
    const rank = {
      order,
      pickupAtMs,
      id: row.id,
    };
    from.hits.push({
      ride,
      match: viewMatch(row, match, search),
      rank,
    });
  }
  return listedWays.map(({ hits }) => hits.toSorted((a, b) => compareCursors(a.rank, b.rank)));
}

/** The time in which rides of any of these searches may start. */
export const spanOf = (searches: readonly Search[]) => ({
  departsAfterMs: Math.min(...searches.map(({ departsAfterMs }) => departsAfterMs)),
  departsBeforeMs: Math.max(...searches.map(({ departsBeforeMs }) => departsBeforeMs)),
});
