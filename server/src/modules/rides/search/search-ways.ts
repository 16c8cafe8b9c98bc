import type { NearMissSearch, RideMatch } from "@commonlane/contract/ride-search";
import { compareCursors, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { findMeasuredRides } from "../measured-ride.store.ts";
import { findRidesForViewer, type RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { measureMatches } from "./measure-matches.ts";
import { openIndex } from "./open-index.ts";
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
  request: Omit<NearMissSearch, "limit" | "cursor">,
  ways: readonly Way[],
): Promise<WayHit[][]> {
  if (ways.length === 0) return [];
  const { seats, walkM } = request;
  const searches = ways.map((way): Search => ({ ...way, seats, walkM }));
  const { rides, hidden } = await openIndex(ctx, index, seeker, spanOf(searches));
  const listed = searches.map((search) =>
    rides.candidates(search, { limit: CANDIDATES, without: hidden }).map(({ id }) => id),
  );

  const measured = await findMeasuredRides(ctx, [...new Set(listed.flat())]);
  const byId = new Map(
    measured.map(({ row, rowVersion }) => [row.id, { row: toPublicRide(row), rowVersion }]),
  );
  const pairs = searches.flatMap((search, way) =>
    (listed[way] ?? []).flatMap((id) => {
      const known = byId.get(id);
      return known ? [{ way, search, row: known.row }] : [];
    }),
  );
  const matches = await measureMatches(ctx, pairs);

  const matching = pairs.flatMap((pair, n) => (matches[n] ? [pair.row.id] : []));
  const loaded = await findRidesForViewer(ctx, [...new Set(matching)], seeker.uid);
  // A ride that changed since it was measured is left out.
  const unchanged = loaded.filter(
    ({ row, rowVersion }) => byId.get(row.id)?.rowVersion === rowVersion,
  );
  const ridesById = new Map(unchanged.map((ride) => [ride.row.id, ride]));

  const accepts = createRideFilter(ctx, seeker, request);
  const hits = ways.map((): (WayHit & { readonly rank: MatchCursor })[] => []);
  for (const [n, { way, search, row }] of pairs.entries()) {
    const match = matches[n];
    const ride = ridesById.get(row.id);
    if (!match || !ride || !(await accepts(ride, match))) continue;
    const { order, pickupAtMs } = match;
    const rank = { order, pickupAtMs, id: row.id };
    hits[way]?.push({ ride, match: viewMatch(toPublicRide(ride.row), match, search), rank });
  }
  return hits.map((found) => found.toSorted((a, b) => compareCursors(a.rank, b.rank)));
}

/** The time in which rides of any way may start. */
const spanOf = (searches: readonly Search[]) => ({
  departsAfterMs: Math.min(...searches.map(({ departsAfterMs }) => departsAfterMs)),
  departsBeforeMs: Math.max(...searches.map(({ departsBeforeMs }) => departsBeforeMs)),
});
