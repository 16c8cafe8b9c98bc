import { translatable } from "@commonlane/contract/message";
import { DAY_MS } from "@commonlane/contract/durations";
import type {
  NearMissSearch,
  NextBestSearch,
  WholeWalk,
  RideMatch,
  RideSearch,
} from "@commonlane/contract/ride-search";
import type { Ride, RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { compareCursors } from "@commonlane/matching/corridor-index";
import type { Match, Search } from "@commonlane/matching/rule";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { paginate, decodeCursor, encodeCursor } from "#platform/http/pagination.ts";
import { invalidInput } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import {
  type MeasuredMatch,
  type MeasuredNearMiss,
  measureMatches,
  measureNearMisses,
  roadsOf,
} from "./measure-matches.ts";
import { fullCandidates, measureFullRides } from "./full-rides.ts";
import { openIndex, openIndexFor } from "./open-index.ts";
import { findFasterWalk } from "./whole-walk.ts";
import { nameOnTheWay } from "./name-on-the-way.ts";
import { pairsWith } from "./pair-rides.ts";
import { viewMatch, viewNearMiss } from "./ride-match.view.ts";
import { type SearchHit, type SearchQuery, runSearch } from "./search-engine.ts";
import type { RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { rideViewer, viewLoadedRide } from "../rides.view.ts";
import { createRideFilter, seatPriceMinor } from "./search-filters.ts";
import { termsFor } from "./search-terms.ts";

const WINDOW_MAX_MS = 31 * DAY_MS;
/** Other sort orders are applied to this many best results. */
const SORTED_MAX = 300;
/** Full rides cannot be booked, so the best of them are enough. */
const FULL_MAX = 20;
const BestFirstCursor = z.object({ order: z.number(), pickupAtMs: z.number(), id: z.uuid() });
const SortedCursor = z.object({ value: z.number(), rank: BestFirstCursor });

interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

interface SearchAnswer extends Page<RideSearchResult> {
  readonly full: RideSearchResult[];
  readonly walk?: WholeWalk;
}

/**
 * Rides that pass from A to B under the rule of domain.md, each checked against the current database; after the last one
 * those that are full.
 */
export async function searchRides(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: RideSearch,
): Promise<SearchAnswer> {
  const search = toSearch(request);
  const { rides, hidden, stops } = await openIndexFor(ctx, index, seeker, search);
  const common = {
    viewerUid: seeker.uid,
    accepts: createRideFilter(ctx, seeker, request),
    terms: termsFor(ctx, search),
  };
  const query: SearchQuery<{ match: MeasuredMatch }> = {
    ...common,
    candidates: {
      list: (options) =>
        rides.candidates(search, { ...options, without: hidden, roads: roadsOf(ctx), stops }),
      hasBounds: rides.hasRoads,
    },
    evaluate: async (rows) =>
      toMatches(rows, await measureMatches(ctx, pairsWith(rides, rows, search))),
  };
  const { found, nextCursor } = await (request.sort === "best" ? searchBestFirst : searchSorted)(
    ctx,
    query,
    request,
  );
  if (request.cursor === undefined)
    ctx.metrics.count("searches_total", found.length > 0 ? "found" : "none");
  const view = (hits: readonly SearchHit<{ match: MeasuredMatch }>[]) =>
    viewHits(
      ctx,
      seeker,
      hits.map(({ ride, found, rank }) => ({
        ride,
        match: {
          ...viewMatch(toPublicRide(ride.row), found.match, searchEnds(request)),
          order: rank.order,
        },
      })),
    );
  const matches = found.map((hit) => hit.found.match);
  const walk = request.cursor === undefined ? findFasterWalk(ctx, search, matches) : undefined;
  const onFoot = walk && { walk };
  if (nextCursor !== null)
    return {
      items: await view(found),
      nextCursor,
      full: [],
      ...onFoot,
    };
  const fullQuery: typeof query = {
    ...common,
    candidates: fullCandidates(ctx, rides, { search, hidden, stops }),
    evaluate: async (rows) =>
      toMatches(rows, await measureFullRides(ctx, pairsWith(rides, rows, search))),
  };
  const full = await runSearch(ctx, fullQuery, { limit: FULL_MAX, after: undefined });
  return {
    items: await view(found),
    nextCursor,
    full: await view(full.found),
    ...onFoot,
  };
}

/** Rides that almost match, with the limits they miss. Matches are never among them (domain.md: near misses). */
export async function searchNearMisses(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: NearMissSearch,
): Promise<Page<NearMissResult>> {
  const search = toSearch(request);
  const { rides, hidden } = await openIndex(ctx, index, seeker, search);
  const query: SearchQuery<MeasuredNearMiss> = {
    viewerUid: seeker.uid,
    candidates: {
      list: (options) =>
        rides.nearMissCandidates(search, { ...options, without: hidden, roads: roadsOf(ctx) }),
      hasBounds: rides.hasRoads,
    },
    evaluate: async (rows) =>
      byId(rows, await measureNearMisses(ctx, pairsWith(rides, rows, search))),
    accepts: createRideFilter(ctx, seeker, request),
    terms: termsFor(ctx, search),
  };
  const { found, nextCursor } = await searchBestFirst(ctx, query, request);
  const viewOne = async (hit: SearchHit<MeasuredNearMiss>) => {
    const miss = hit.found;
    return {
      ride: await viewHit(ctx, seeker, hit.ride),
      match: viewMatch(
        toPublicRide(hit.ride.row),
        { ...miss.match, routed: miss.routed },
        searchEnds(request),
      ),
      miss: viewNearMiss(miss),
    };
  };
  const items = await Promise.all(found.map(viewOne));
  return { items: await withTowns(ctx, items), nextCursor };
}

/** Adds the nearest town to pickups and dropoffs without a name. */
async function withTowns<Item extends { readonly match: RideMatch }>(
  ctx: Context,
  items: readonly Item[],
) {
  const named = await nameOnTheWay(
    ctx,
    items.map(({ match }) => match),
  );
  return items.map((item, n): Item => ({ ...item, match: { ...item.match, ...named[n] } }));
}

/** Matches of these rides by id. */
const toMatches = (rows: readonly RideRow[], matches: readonly (MeasuredMatch | undefined)[]) =>
  byId(
    rows,
    matches.map((match) => match && { match }),
  );

/** Results of these rides by id. */
function byId<T>(
  rows: readonly RideRow[],
  results: readonly (T | undefined)[],
): ReadonlyMap<string, T> {
  const found = rows.flatMap(({ id }, n): [string, T][] => {
    const result = results[n];
    return result === undefined ? [] : [[id, result]];
  });
  return new Map(found);
}

async function searchBestFirst<T extends { readonly match: Match }>(
  ctx: Context,
  query: SearchQuery<T>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ found: SearchHit<T>[]; nextCursor: string | null }> {
  const { found, next } = await runSearch(ctx, query, {
    limit,
    after: decodeCursor(BestFirstCursor, cursor),
  });
  return { found, nextCursor: next ? encodeCursor(next) : null };
}

/** The best results, sorted by the seeker's choice. Equal ones stay in order of quality. */
async function searchSorted(
  ctx: Context,
  query: SearchQuery<{ match: MeasuredMatch }>,
  request: RideSearch,
) {
  const after = decodeCursor(SortedCursor, request.cursor);
  const { found } = await runSearch(ctx, query, { limit: SORTED_MAX, after: undefined });
  const withSortKeys = found.map((hit) => ({ ...hit, sortKey: toSortKey(ctx, hit, request.sort) }));
  const rest = withSortKeys
    .filter(({ sortKey }) => !after || isAfter(sortKey, after))
    .toSorted((a, b) => compareSortKeys(a.sortKey, b.sortKey));
  const { items, nextCursor } = paginate(rest, request.limit, (last) => last.sortKey);
  return { found: items, nextCursor };
}

type SortKey = z.output<typeof SortedCursor>;

function toSortKey(
  ctx: Context,
  { ride: { row }, found: { match }, rank }: SearchHit<{ match: Match }>,
  sort: RideSearch["sort"],
): SortKey {
  const values = {
    best: rank.order,
    soonest: rank.pickupAtMs,
    cheapest: seatPriceMinor(ctx, row, match),
    leastWalking: match.walkFromM + match.walkToM,
  };
  return { value: values[sort], rank };
}
const compareSortKeys = (a: SortKey, b: SortKey): number =>
  a.value - b.value || compareCursors(a.rank, b.rank);
const isAfter = (a: SortKey, b: SortKey): boolean =>
  a.rank.id !== b.rank.id && compareSortKeys(a, b) > 0;

/** Rides and their matches as the seeker sees them, with the towns of pickups and dropoffs without a name. */
export async function viewHits(
  ctx: Context,
  seeker: Caller,
  hits: readonly { readonly ride: RideForViewer; readonly match: RideMatch }[],
): Promise<RideSearchResult[]> {
  const viewed = hits.map(async ({ ride, match }) => ({
    ride: await viewHit(ctx, seeker, ride),
    match,
  }));
  return withTowns(ctx, await Promise.all(viewed));
}

/** The ride as the seeker sees it, who may have a seat on it. */
const viewHit = async (ctx: Context, seeker: Caller, ride: RideForViewer): Promise<Ride> =>
  viewLoadedRide(ride, await rideViewer(ctx, ride.row, seeker.uid, ride.participation));

/** Origin and destination of a search. */
export const searchEnds = ({
  fromLat,
  fromLng,
  toLat,
  toLng,
}: Pick<NearMissSearch, "fromLat" | "fromLng" | "toLat" | "toLng">): Pick<
  Search,
  "from" | "to"
> => ({
  from: { lat: fromLat, lng: fromLng },
  to: { lat: toLat, lng: toLng },
});

/** The search as the rule takes it. @throws Problem invalid_input for an impossible window */
export function toSearch(request: NextBestSearch): Search {
  const { departsAfter, departsBefore, at, seats, walkM } = request;
  const departsAfterMs = Date.parse(departsAfter);
  const departsBeforeMs = Date.parse(departsBefore);
  if (departsBeforeMs < departsAfterMs)
    throw invalidInput("departsBefore", translatable("This is before the start of the window."));
  if (departsBeforeMs - departsAfterMs > WINDOW_MAX_MS)
    throw invalidInput("departsBefore", translatable("You can search at most 31 days at once."));
  const atMs = at === undefined ? undefined : Date.parse(at);
  return {
    ...searchEnds(request),
    departsAfterMs,
    departsBeforeMs,
    atMs,
    seats,
    walkM,
  };
}
