import { DAY_MS } from "@commonlane/contract/durations";
import type { DaysSearch, SearchDay } from "@commonlane/contract/ride-search";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { startOfDay } from "#platform/time-zone.ts";
import type { RideIndex } from "../ride-index/ride-index.ts";
import { searchEnds, createMatchQuery } from "./ride-search.ts";
import { runSearch } from "./search-engine.ts";

/** Counts stop here. */
const COUNT_MAX = 50;

/** Number of rides that a search on each of these days would show. */
export async function searchDays(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  request: DaysSearch,
): Promise<{ items: SearchDay[]; nextCursor: null }> {
  const items: SearchDay[] = [];
  for (const date of datesAround(request)) items.push(await countDay(ctx, index, seeker, { request, date }));
  return { items, nextCursor: null };
}

async function countDay(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  { request, date }: { request: DaysSearch; date: string },
): Promise<SearchDay> {
  const departsAfterMs = startOfDay(date, request.timeZone);
  const departsBeforeMs = startOfDay(dateAfter(date, 1), request.timeZone) - 1;
  const day = {
    date,
    departsAfter: new Date(departsAfterMs).toISOString(),
    departsBefore: new Date(departsBeforeMs).toISOString(),
  };
  if (departsBeforeMs <= ctx.now().getTime()) return { ...day, count: 0, more: false };
  const search = {
    ...searchEnds(request),
    departsAfterMs,
    departsBeforeMs,
    seats: request.seats,
    walkM: request.walkM,
  };
  const query = await createMatchQuery(ctx, index, seeker, { search, filters: request, roads: "estimated" });
  const { found, next } = await runSearch(ctx, query, { limit: COUNT_MAX, after: undefined });
  return { ...day, count: found.length, more: next !== undefined, routed: false };
}

const datesAround = ({ date, around }: DaysSearch): string[] =>
  Array.from({ length: 2 * around + 1 }, (_, n) => dateAfter(date, n - around));

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
