import type { DaysSearch, SearchDay } from "@commonlane/contract/ride-search";
import type { Search } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { dayAfter, windowOfDay } from "#platform/time-zone.ts";
import type { RideIndex } from "./ride-index/ride-index.ts";
import { countRides, type RideCount } from "./count-rides.ts";
import { openIndex } from "./open-index.ts";
import { searchEnds } from "./ride-search.ts";
import { createRideFilter } from "./search-filters.ts";

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
  const window = {
    departsAfterMs: Math.min(...days.map(({ search }) => search.departsAfterMs)),
    departsBeforeMs: Math.max(...days.map(({ search }) => search.departsBeforeMs)),
  };
  const options = {
    ...(await openIndex(ctx, index, seeker, window)),
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
