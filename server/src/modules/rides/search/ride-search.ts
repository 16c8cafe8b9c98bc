import { DAY_MS } from "@commonlane/contract/durations";
import type { NearMissSearch, RideSearch } from "@commonlane/contract/ride-search";
import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import { type Match, matchRide, type NearMiss, type Search } from "@commonlane/matching/rule";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor, encodeCursor } from "#platform/http/pagination.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { toMatchRide } from "./to-match-ride.ts";
import type { RideIndex } from "../ride-index/ride-index.ts";
import { measureMatches, estimateNearMiss, estimateMatch } from "./measure-matches.ts";
import { viewMatch, viewNearMiss } from "./ride-match.view.ts";
import { type SearchHit, compareMatches, type SearchQuery, runSearch } from "./search-engine.ts";
import { matchSettings } from "../route/ride-route.ts";
import type { RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { viewLoadedRide } from "../rides.view.ts";
import { createRideFilter, seatPriceMinor, type SearchFilters } from "./search-filters.ts";
import { termsFor } from "./search-terms.ts";

const WINDOW_MAX_MS = 31 * DAY_MS;
/** Other sort orders are applied to this many best results. */
const SORTED_MAX = 300;
const BestFirstCursor = z.object({ order: z.number(), pickupAtMs: z.number(), id: z.uuid() });
const SortedCursor = z.object({ value: z.number(), order: z.number(), pickupAtMs: z.number(), rideId: z.uuid() });

interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Rides that pass from A to B under the rule of domain.md, each checked against the current database. */
export async function searchRides(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: RideSearch,
): Promise<Page<RideSearchResult>> {
  const search = toSearch(request);
  const matches = await createMatchQuery(ctx, index, seeker, { search, filters: request });
  const query = { ...matches, terms: termsFor(ctx, search) };
  const { found, nextCursor } = await (request.sort === "best" ? searchBestFirst : searchSorted)(ctx, query, request);
  const items = found.map(({ ride, found: { match } }) => ({
    ride: viewHit(ride),
    match: viewMatch(ride.row, match, searchEnds(request)),
  }));
  return { items, nextCursor };
}

/** Rides that almost match, with the limits they miss. Matches are never among them (domain.md: near misses). */
export async function searchNearMisses(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: NearMissSearch,
): Promise<Page<NearMissResult>> {
  const search = toSearch(request);
  const rides = await index.getUpToDate();
  const query: SearchQuery<NearMiss> = {
    viewerUid: seeker.uid,
    findInIndex: (options) => rides.nearMisses(search, options),
    evaluate: async (rows) => {
      // A ride that matches on roads is no near miss, even if its great circles suggest it.
      const matches = ctx.routing.hasRoadData ? await measureMatches(ctx, rows, search) : NO_MATCHES;
      return evaluateEach(rows, (row) => (matches.has(row.id) ? undefined : estimateNearMiss(ctx, row, search)));
    },
    findCandidates: ctx.routing.hasRoadData ? () => findCandidateIds(rides, search) : undefined,
    accepts: createRideFilter(ctx, seeker, request),
    terms: termsFor(ctx, search),
  };
  const { found, nextCursor } = await searchBestFirst(ctx, query, request);
  const items = found.map(({ ride, found: miss }) => ({
    ride: viewHit(ride),
    match: viewMatch(ride.row, miss.match, searchEnds(request)),
    miss: viewNearMiss(miss),
  }));
  return { items, nextCursor };
}

/** Prepares the query against the up-to-date index for rides that match and that this user may see. */
export async function createMatchQuery(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  { search, filters, roads = "routed" }: { search: Search; filters: SearchFilters; roads?: "routed" | "estimated" },
): Promise<SearchQuery<{ match: Match }>> {
  const settings = matchSettings(ctx.settings);
  const rides = await index.getUpToDate();
  return {
    viewerUid: seeker.uid,
    findInIndex: (options) => rides.find(search, options).map((match) => ({ match })),
    evaluate: async (rows) => {
      if (!ctx.routing.hasRoadData)
        return evaluateEach(rows, (row) => found(matchRide(toMatchRide(row), search, settings)));
      const matches = roads === "routed" ? await measureMatches(ctx, rows, search) : undefined;
      return evaluateEach(rows, (row) => found(matches ? matches.get(row.id) : estimateMatch(ctx, row, search)));
    },
    findCandidates: ctx.routing.hasRoadData ? () => findCandidateIds(rides, search) : undefined,
    accepts: createRideFilter(ctx, seeker, filters),
  };
}

const found = (match: Match | undefined) => match && { match };
const NO_MATCHES: ReadonlyMap<string, unknown> = new Map();

/** Evaluates each ride and drops those without a result. */
function evaluateEach<T>(rows: readonly RideRow[], evaluate: (row: RideRow) => T | undefined): ReadonlyMap<string, T> {
  const results = new Map<string, T>();
  for (const row of rows) {
    const result = evaluate(row);
    if (result !== undefined) results.set(row.id, result);
  }
  return results;
}

/**
 * A search on roads examines at most this many rides, to limit calls to the routing engine: the best by great circles.
 */
const CANDIDATES_MAX = 120;
/** Pickup times on great circles may differ from those on roads; also the tolerance of a near miss. */
const TIME_TOLERANCE_MS = 90 * 60_000;

const findCandidateIds = (rides: CorridorIndex, search: Search): readonly string[] =>
  rides
    .find(
      {
        ...search,
        departsAfterMs: search.departsAfterMs - TIME_TOLERANCE_MS,
        departsBeforeMs: search.departsBeforeMs + TIME_TOLERANCE_MS,
      },
      { limit: CANDIDATES_MAX },
    )
    .map(({ rideId }) => rideId);

async function searchBestFirst<T extends { readonly match: Match }>(
  ctx: Context,
  query: SearchQuery<T>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ found: SearchHit<T>[]; nextCursor: string | null }> {
  const { found, next } = await runSearch(ctx, query, { limit, after: decodeCursor(BestFirstCursor, cursor) });
  return { found, nextCursor: next ? encodeCursor(next) : null };
}

/** The best results, sorted by the seeker's choice. Equal ones stay in order of quality. */
async function searchSorted(ctx: Context, query: SearchQuery<{ match: Match }>, request: RideSearch) {
  const after = decodeCursor(SortedCursor, request.cursor);
  const { found } = await runSearch(ctx, query, { limit: SORTED_MAX, after: undefined });
  const withSortKeys = found.map((hit) => ({ ...hit, sortKey: toSortKey(ctx, hit, request.sort) }));
  const rest = withSortKeys
    .filter(({ sortKey }) => !after || isAfter(sortKey, after))
    .toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey));
  const { items: viewHit, nextCursor } = paginate(rest, request.limit, (last) => last.sortKey);
  return { found: viewHit, nextCursor };
}

type SortKey = z.output<typeof SortedCursor>;

function toSortKey(
  ctx: Context,
  { ride: { row }, found: { match }, rank }: SearchHit<{ match: Match }>,
  sort: RideSearch["sort"],
): SortKey {
  const { order, pickupAtMs, rideId } = rank;
  const values = {
    best: order,
    soonest: pickupAtMs,
    cheapest: seatPriceMinor(ctx, row, match),
    leastWalking: match.walkFromM + match.walkToM,
  };
  return { value: values[sort], order, pickupAtMs, rideId };
}
const compareSortKeys = (a: SortKey, b: SortKey): number => a.value - b.value || compareMatches(a, b);
const isAfter = (a: SortKey, b: SortKey): boolean => a.rideId !== b.rideId && compareSortKeys(a, b) > 0;

/** The ride as a user other than its host sees it. */
const viewHit = (ride: RideForViewer): Ride => viewLoadedRide(ride, ride.participation === "passenger");

/** Origin and destination of a search. */
export const searchEnds = ({
  fromLat,
  fromLng,
  toLat,
  toLng,
}: Pick<NearMissSearch, "fromLat" | "fromLng" | "toLat" | "toLng">): Pick<Search, "from" | "to"> => ({
  from: { lat: fromLat, lng: fromLng },
  to: { lat: toLat, lng: toLng },
});

function toSearch(request: NearMissSearch): Search {
  const { departsAfter, departsBefore, at, seats, walkM } = request;
  const [departsAfterMs, departsBeforeMs] = [Date.parse(departsAfter), Date.parse(departsBefore)];
  if (departsBeforeMs < departsAfterMs) throw invalidInput("departsBefore", "This is before the start of the window.");
  if (departsBeforeMs - departsAfterMs > WINDOW_MAX_MS)
    throw invalidInput("departsBefore", "You can search at most 31 days at once.");
  const atMs = at === undefined ? undefined : Date.parse(at);
  return { ...searchEnds(request), departsAfterMs, departsBeforeMs, atMs, seats, walkM };
}

const invalidInput = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
