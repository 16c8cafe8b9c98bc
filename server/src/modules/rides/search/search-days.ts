import { DAY_MS } from "@commonlane/contract/durations";
import type { DaysSearch, SearchDay } from "@commonlane/contract/ride-search";
import type { CorridorIndex, MatchCursor } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { startOfDay } from "#platform/time-zone.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { measureFullRides } from "./full-rides.ts";
import { findRidesForViewer } from "../ride-for-viewer.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { measureMatches, roadsOf } from "./measure-matches.ts";
import { openIndex } from "./open-index.ts";
import { searchEnds } from "./ride-search.ts";
import { createRideFilter, type RideFilter } from "./search-filters.ts";

/** Counts stop here. */
const COUNT_MAX = 50;
/** Rides examined per day and round. */
const BATCH = 100;
/** Most rides examined of one day. */
const CHECKED_MAX = 5_000;

/** Number of rides that a search on each of these days would show, with seats and full. */
export async function searchDays(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: DaysSearch,
): Promise<{ items: SearchDay[]; nextCursor: null }> {
  const searches = datesAround(request).map((date) => toDay(ctx, request, date).search);
  const window = {
    departsAfterMs: Math.min(...searches.map(({ departsAfterMs }) => departsAfterMs)),
    departsBeforeMs: Math.max(...searches.map(({ departsBeforeMs }) => departsBeforeMs)),
  };
  const { rides, hidden } = await openIndex(ctx, index, seeker, window);
  const accepts = createRideFilter(ctx, seeker, request);
  const days = datesAround(request).map((date) => toDay(ctx, request, date));
  await countDays(ctx, { index: rides, hidden, accepts, viewerUid: seeker.uid }, days);
  const items = days.map(({ date, search, found, full, hasMore, isEstimate }) => ({
    date,
    departsAfter: new Date(search.departsAfterMs).toISOString(),
    departsBefore: new Date(search.departsBeforeMs).toISOString(),
    count: Math.min(COUNT_MAX, found),
    full: Math.min(COUNT_MAX, full),
    more: found > COUNT_MAX || hasMore,
    routed: !isEstimate,
  }));
  return { items, nextCursor: null };
}

/** A day and how far it has been counted. */
interface Day {
  readonly date: string;
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

function toDay({ now }: Context, request: DaysSearch, date: string): Day {
  const departsAfterMs = startOfDay(date, request.timeZone);
  const departsBeforeMs = startOfDay(dateAfter(date, 1), request.timeZone) - 1;
  const { seats, walkM } = request;
  const search = { ...searchEnds(request), departsAfterMs, departsBeforeMs, seats, walkM };
  const isDone = departsBeforeMs <= now().getTime();
  return {
    date,
    search,
    found: 0,
    full: 0,
    isEstimate: false,
    checked: 0,
    hasMore: false,
    after: undefined,
    isDone,
  };
}

interface CountOptions {
  readonly index: CorridorIndex;
  readonly hidden: ReadonlySet<string>;
  readonly accepts: RideFilter;
  readonly viewerUid: string;
}

/** Counts in rounds, each with a batch of every day that is not done. */
async function countDays(
  ctx: Context,
  { index, hidden, accepts, viewerUid }: CountOptions,
  days: readonly Day[],
): Promise<void> {
  for (let open = openDays(days); open.length > 0; open = openDays(days)) {
    const batches = open.map((day) => ({
      day,
      listed: index.candidates(
        { ...day.search, seats: 0 },
        { limit: BATCH, after: day.after, without: hidden, roads: roadsOf(ctx) },
      ),
    }));
    const ids = new Set(batches.flatMap(({ listed }) => listed.map(({ id }) => id)));
    const rides = await findRidesForViewer(ctx, [...ids], viewerUid);
    const byId = new Map(rides.map((ride) => [ride.row.id, { ride, row: toPublicRide(ride.row) }]));
    const pairs = batches.flatMap(({ day, listed }) =>
      listed.flatMap(({ id }) => {
        const measured = byId.get(id);
        const points = index.sketchOf(id)?.points;
        return measured ? [{ day, ...measured, search: day.search, points }] : [];
      }),
    );
    const matches = await measureMatches(ctx, pairs);
    const full = await measureFullRides(ctx, pairs);
    for (const [n, { day, ride }] of pairs.entries()) {
      const match = matches[n] ?? full[n];
      if (!match || !(await accepts(ride, match))) continue;
      if (matches[n]) day.found++;
      else day.full++;
      if (!match.routed) day.isEstimate = true;
    }
    for (const { day, listed } of batches) {
      day.after = listed.at(-1) ?? day.after;
      day.checked += listed.length;
      day.hasMore = listed.length === BATCH && day.checked >= CHECKED_MAX;
      day.isDone = listed.length < BATCH || day.found > COUNT_MAX || day.hasMore;
    }
  }
}

const openDays = (days: readonly Day[]) => days.filter(({ isDone }) => !isDone);

const datesAround = ({ date, around }: DaysSearch): string[] =>
  Array.from({ length: 2 * around + 1 }, (_, n) => dateAfter(date, n - around));

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
