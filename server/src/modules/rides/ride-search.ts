import { DAY_MS } from "@commonlane/contract/durations";
import type { NearMissSearch, RideSearch } from "@commonlane/contract/ride-search";
import type { Ride, RideFound, RideMissed } from "@commonlane/contract/rides";
import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import { type Match, matchRide, type NearMiss, type Search } from "@commonlane/matching/rule";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { pageOf, readCursor, writeCursor } from "#platform/http/cursor.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { asMatchRide } from "./match-ride.ts";
import type { RideIndex } from "./ride-index.ts";
import { measured, missed, reckoned } from "./ride-roads.ts";
import { viewMatch, viewMiss } from "./ride-match.view.ts";
import { type Found, inOrder, type Question, seek } from "./ride-seeking.ts";
import { matchSettings } from "./ride-way.ts";
import type { RideSeen } from "./ride-seen.store.ts";
import type { RideRow } from "./rides.store.ts";
import { viewSeen } from "./rides.view.ts";
import { passesFor, priceOf, type Wishes } from "./search-filters.ts";
import { termsFor } from "./search-terms.ts";

const WINDOW_MAX_MS = 31 * DAY_MS;
/** What is sorted otherwise than best first is chosen from the best. */
const SORTED_MOST = 300;
const After = z.object({ order: z.number(), pickupAtMs: z.number(), id: z.uuid() });
const AfterSorted = z.object({ value: z.number(), order: z.number(), pickupAtMs: z.number(), rideId: z.uuid() });

interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Rides that pass from A to B under the rule of domain.md; each was looked at in the database just now. */
export async function searchRides(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  asked: RideSearch,
): Promise<Page<RideFound>> {
  const search = searchOf(asked);
  const matches = await matchesOf(ctx, index, seeker, { search, wishes: asked });
  const question = { ...matches, terms: termsFor(ctx, search) };
  const { found, nextCursor } = await (asked.sort === "best" ? bestFirst : sorted)(ctx, question, asked);
  const items = found.map(({ seen, found: { match } }) => ({
    ride: shown(seen),
    match: viewMatch(seen.row, match, endsOf(asked)),
  }));
  return { items, nextCursor };
}

/** Rides that fail by little, with what they miss; none of them is among the matches (domain.md: near misses). */
export async function searchNearMisses(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  asked: NearMissSearch,
): Promise<Page<RideMissed>> {
  const search = searchOf(asked);
  const rides = await index.upToDate();
  const question: Question<NearMiss> = {
    uid: seeker.uid,
    ofIndex: (options) => rides.nearMisses(search, options),
    ofRides: async (rows) => {
      // Who matches on roads is no near miss, though it may look like one to whom great circles are all.
      const matches = ctx.router.knowsRoads ? await measured(ctx, rows, search) : NONE;
      return answersBy(rows, (row) => (matches.has(row.id) ? undefined : missed(ctx, row, search)));
    },
    candidates: ctx.router.knowsRoads ? () => candidatesOf(rides, search) : undefined,
    passes: passesFor(ctx, seeker, asked),
    terms: termsFor(ctx, search),
  };
  const { found, nextCursor } = await bestFirst(ctx, question, asked);
  const items = found.map(({ seen, found: miss }) => ({
    ride: shown(seen),
    match: viewMatch(seen.row, miss.match, endsOf(asked)),
    miss: viewMiss(miss),
  }));
  return { items, nextCursor };
}

/** What to ask of the index, brought up to date, for the rides that match and that this person wants to see. */
export async function matchesOf(
  ctx: Context,
  index: RideIndex,
  seeker: Caller,
  { search, wishes, roads = "asked" }: { search: Search; wishes: Wishes; roads?: "asked" | "reckoned" },
): Promise<Question<{ match: Match }>> {
  const settings = matchSettings(ctx.settings);
  const rides = await index.upToDate();
  return {
    uid: seeker.uid,
    ofIndex: (options) => rides.find(search, options).map((match) => ({ match })),
    ofRides: async (rows) => {
      if (!ctx.router.knowsRoads) return answersBy(rows, (row) => found(matchRide(asMatchRide(row), search, settings)));
      const matches = roads === "asked" ? await measured(ctx, rows, search) : undefined;
      return answersBy(rows, (row) => found(matches ? matches.get(row.id) : reckoned(ctx, row, search)));
    },
    candidates: ctx.router.knowsRoads ? () => candidatesOf(rides, search) : undefined,
    passes: passesFor(ctx, seeker, wishes),
  };
}

const found = (match: Match | undefined) => match && { match };
const NONE: ReadonlyMap<string, unknown> = new Map();

/** What each ride answers, without those that do not. */
function answersBy<T>(rows: readonly RideRow[], answer: (row: RideRow) => T | undefined): ReadonlyMap<string, T> {
  const answers = new Map<string, T>();
  for (const row of rows) {
    const said = answer(row);
    if (said !== undefined) answers.set(row.id, said);
  }
  return answers;
}

/** What a search on roads looks at, so that a router is asked for no more: those that great circles like best. */
const CANDIDATES_MOST = 120;
/** Great circles may tell another hour of a pickup than roads do; it is also what a near miss may miss. */
const HOUR_MAY_DIFFER_MS = 90 * 60_000;

const candidatesOf = (rides: CorridorIndex, search: Search): readonly string[] =>
  rides
    .find(
      {
        ...search,
        departsAfterMs: search.departsAfterMs - HOUR_MAY_DIFFER_MS,
        departsBeforeMs: search.departsBeforeMs + HOUR_MAY_DIFFER_MS,
      },
      { limit: CANDIDATES_MOST },
    )
    .map(({ rideId }) => rideId);

async function bestFirst<T extends { readonly match: Match }>(
  ctx: Context,
  question: Question<T>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ found: Found<T>[]; nextCursor: string | null }> {
  const { found, next } = await seek(ctx, question, { limit, after: readCursor(After, cursor) });
  return { found, nextCursor: next ? writeCursor(next) : null };
}

/** The best of all, sorted by what the seeker cares for; of equals the better one first. */
async function sorted(ctx: Context, question: Question<{ match: Match }>, asked: RideSearch) {
  const after = readCursor(AfterSorted, asked.cursor);
  const { found } = await seek(ctx, question, { limit: SORTED_MOST, after: undefined });
  const marked = found.map((one) => ({ ...one, mark: markOf(ctx, one, asked.sort) }));
  const rest = marked.filter(({ mark }) => !after || isAfter(mark, after)).toSorted((a, b) => compare(a.mark, b.mark));
  const { shown, nextCursor } = pageOf(rest, asked.limit, (last) => last.mark);
  return { found: shown, nextCursor };
}

type Mark = z.output<typeof AfterSorted>;

function markOf(
  ctx: Context,
  { seen: { row }, found: { match }, rank }: Found<{ match: Match }>,
  sort: RideSearch["sort"],
): Mark {
  const { order, pickupAtMs, rideId } = rank;
  const values = {
    best: order,
    soonest: pickupAtMs,
    cheapest: priceOf(ctx, row, match),
    leastWalking: match.walkFromM + match.walkToM,
  };
  return { value: values[sort], order, pickupAtMs, rideId };
}
const compare = (a: Mark, b: Mark): number => a.value - b.value || inOrder(a, b);
const isAfter = (a: Mark, b: Mark): boolean => a.rideId !== b.rideId && compare(a, b) > 0;

/** As somebody who is not its host sees it. */
const shown = (seen: RideSeen): Ride => viewSeen(seen, seen.part === "aboard");

/** The two ends that are asked for. */
export const endsOf = ({
  fromLat,
  fromLng,
  toLat,
  toLng,
}: Pick<NearMissSearch, "fromLat" | "fromLng" | "toLat" | "toLng">): Pick<Search, "from" | "to"> => ({
  from: { lat: fromLat, lng: fromLng },
  to: { lat: toLat, lng: toLng },
});

function searchOf(asked: NearMissSearch): Search {
  const { departsAfter, departsBefore, at, seats, walkM } = asked;
  const [departsAfterMs, departsBeforeMs] = [Date.parse(departsAfter), Date.parse(departsBefore)];
  if (departsBeforeMs < departsAfterMs) throw wrong("departsBefore", "This lies before the start of the window.");
  if (departsBeforeMs - departsAfterMs > WINDOW_MAX_MS)
    throw wrong("departsBefore", "At most 31 days can be searched at once.");
  const atMs = at === undefined ? undefined : Date.parse(at);
  return { ...endsOf(asked), departsAfterMs, departsBeforeMs, atMs, seats, walkM };
}

const wrong = (field: string, text: string) => new Problem("invalid_input", { fields: { [field]: text } });
