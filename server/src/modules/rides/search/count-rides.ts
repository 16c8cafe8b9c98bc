import type { DaysSearch, SearchDay } from "@commonlane/contract/ride-search";
import type { MatchCursor } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayAfter, windowOfDay } from "#platform/time-zone.ts";
import { measureFullRides } from "./full-rides.ts";
import { measureMatches, roadsOf } from "./measure-matches.ts";
import { type OpenIndex, openIndexFor } from "./open-index.ts";
import { readPairs } from "./pair-rides.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { searchEnds } from "./ride-search.ts";
import { createRideFilter, type RideFilter } from "./search-filters.ts";

/** Number of rides that a search on each of these days would show, with seats and full. */
export async function searchDays(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: DaysSearch,
): Promise<{ items: SearchDay[]; nextCursor: null }> {
  const days = datesAround(request).map((date) => ({
    date,
    search: toDay(request, date),
  }));
  const { seats, walkM } = request;
  const around = {
    ...searchEnds(request),
    departsAfterMs: Math.min(...days.map(({ search }) => search.departsAfterMs)),
    departsBeforeMs: Math.max(...days.map(({ search }) => search.departsBeforeMs)),
    seats,
    walkM,
  };
  const options = {
    ...(await openIndexFor(ctx, index, seeker, around)),
    accepts: createRideFilter(ctx, seeker, request),
    viewerUid: seeker.uid,
  };
  const now = ctx.now().getTime();
  const coming = days.filter(({ search }) => search.departsBeforeMs > now);
  const counts = await countRides(
    ctx,
    options,
    coming.map(({ search }) => search),
  );
  const byDate = new Map(coming.map(({ date }, n) => [date, counts[n] ?? NO_RIDES]));
  const items = days.map(({ date, search }) => ({
    date,
    departsAfter: new Date(search.departsAfterMs).toISOString(),
    departsBefore: new Date(search.departsBeforeMs).toISOString(),
    ...(byDate.get(date) ?? NO_RIDES),
  }));
  return { items, nextCursor: null };
}

const NO_RIDES: RideCount = {
  count: 0,
  full: 0,
  more: false,
  routed: true,
};

function toDay(request: DaysSearch, date: string): Search {
  const { seats, walkM, timeZone } = request;
  return {
    ...searchEnds(request),
    ...windowOfDay(date, timeZone),
    seats,
    walkM,
  };
}

const datesAround = ({ date, around }: DaysSearch): string[] =>
  Array.from({ length: 2 * around + 1 }, (_, n) => dayAfter(date, n - around));

/** Counts stop here. */
const COUNT_MAX = 50;
/** Rides examined per search and round. */
const BATCH = 100;
/** Most rides examined of one search. */
const CHECKED_MAX = 5_000;

/** Rides that a search would show. */
export interface RideCount {
  /** With seats. */
  readonly count: number;
  readonly full: number;
  /** There are more rides than were counted. */
  readonly more: boolean;
  /** False if some were measured by estimates. */
  readonly routed: boolean;
}

/** A search and how far its rides have been counted. */
interface Progress {
  readonly search: Search;
  found: number;
  full: number;
  isEstimate: boolean;
  checked: number;
  /** True if some of its rides were not examined. */
  hasMore: boolean;
  after: MatchCursor | undefined;
  isDone: boolean;
}

const startCounting = (search: Search): Progress => ({
  search,
  found: 0,
  full: 0,
  isEstimate: false,
  checked: 0,
  hasMore: false,
  after: undefined,
  isDone: false,
});

interface CountOptions extends OpenIndex {
  readonly accepts: RideFilter;
  readonly viewerUid: string;
}

/**
 * Number of rides that each search would show, with seats and full. Counts in rounds, each with a batch of every search.
 * With `stops`, all searches have the places that the index was opened for.
 */
export async function countRides(
  ctx: Context,
  { rides, hidden, stops, accepts, viewerUid }: CountOptions,
  searches: readonly Search[],
): Promise<RideCount[]> {
  const counts = searches.map(startCounting);
  for (let open = listOpen(counts); open.length > 0; open = listOpen(counts)) {
    const batches = open.map((progress) => ({
      progress,
      search: progress.search,
      listed: rides.candidates(
        { ...progress.search, seats: 0 },
        {
          limit: BATCH,
          after: progress.after,
          without: hidden,
          roads: roadsOf(ctx),
          stops,
        },
      ),
    }));
    const pairs = await readPairs(ctx, rides, viewerUid, batches);
    const matches = await measureMatches(ctx, pairs);
    const full = await measureFullRides(ctx, pairs);
    for (const [n, { from, ride }] of pairs.entries()) {
      const match = matches[n] ?? full[n];
      if (!match || !(await accepts(ride, match))) continue;
      if (matches[n]) from.progress.found++;
      else from.progress.full++;
      if (!match.routed) from.progress.isEstimate = true;
    }
    for (const { progress, listed } of batches) {
      progress.after = listed.at(-1) ?? progress.after;
      progress.checked += listed.length;
      progress.hasMore = listed.length === BATCH && progress.checked >= CHECKED_MAX;
      progress.isDone = listed.length < BATCH || progress.found > COUNT_MAX || progress.hasMore;
    }
  }
  return counts.map(({ found, full, hasMore, isEstimate }) => ({
    count: Math.min(COUNT_MAX, found),
    full: Math.min(COUNT_MAX, full),
    more: found > COUNT_MAX || hasMore,
    routed: !isEstimate,
  }));
}

const listOpen = (counts: readonly Progress[]) => counts.filter(({ isDone }) => !isDone);
