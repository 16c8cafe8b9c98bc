import { DAY_MS } from "@commonlane/contract/durations";
import type { DaysSearch, SearchDay } from "@commonlane/contract/ride-search";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { startOfDay } from "#platform/time-zone.ts";
import type { RideIndex } from "./ride-index.ts";
import { endsOf, matchesOf } from "./ride-search.ts";
import { seek } from "./ride-seeking.ts";

/** Nobody needs to know how many there are beyond. */
const COUNTED_MOST = 50;

/** How many rides a search of each of these days would show. */
export async function searchDays(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  asked: DaysSearch,
): Promise<{ items: SearchDay[]; nextCursor: null }> {
  const items: SearchDay[] = [];
  for (const date of datesAround(asked)) items.push(await countDay(ctx, index, seeker, { asked, date }));
  return { items, nextCursor: null };
}

async function countDay(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  { asked, date }: { asked: DaysSearch; date: string },
): Promise<SearchDay> {
  const departsAfterMs = startOfDay(date, asked.timeZone);
  const departsBeforeMs = startOfDay(dateAfter(date, 1), asked.timeZone) - 1;
  const day = {
    date,
    departsAfter: new Date(departsAfterMs).toISOString(),
    departsBefore: new Date(departsBeforeMs).toISOString(),
  };
  if (departsBeforeMs <= ctx.now().getTime()) return { ...day, count: 0, more: false };
  const search = { ...endsOf(asked), departsAfterMs, departsBeforeMs, seats: asked.seats, walkM: asked.walkM };
  const question = await matchesOf(ctx, index, seeker, { search, wishes: asked, roads: "reckoned" });
  const { found, next } = await seek(ctx, question, { limit: COUNTED_MOST, after: undefined });
  return { ...day, count: found.length, more: next !== undefined, routed: false };
}

const datesAround = ({ date, around }: DaysSearch): string[] =>
  Array.from({ length: 2 * around + 1 }, (_, n) => dateAfter(date, n - around));

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
