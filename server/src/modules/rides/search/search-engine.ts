import { toMatchCursor, type FindOptions, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideFilter } from "./search-filters.ts";
import { findRidesForViewer, type RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { toPublicRide } from "../route/public-route.ts";

/** How many rides one call looks at, however few of them it shows; where it stopped the next page goes on. */
const CHECKED_MAX = 5_000;
const BATCH_MAX = 500;
/** Sums of the same numbers differ by much less. */
const SLACK_S = 1e-3;

/** What is asked of the index, and again of each ride it names. */
export interface SearchQuery<T extends { readonly match: Match }> {
  /** Who asks. */
  readonly viewerUid: string;
  readonly findInIndex: (options: FindOptions) => readonly T[];
  /** The same of rides as the database has them now, by id. */
  readonly evaluate: (rows: readonly RideRow[]) => Promise<ReadonlyMap<string, T>>;
  /** Where the index does not know the order, because roads decide it: the ids of all that may answer, the likeliest first. */
  readonly findCandidates?: (() => readonly string[]) | undefined;
  readonly accepts: RideFilter;
  /** What the index does not know adds to the order; where nothing is said, nothing does. */
  readonly terms?: Terms | undefined;
}
/** Seconds added to the order of a match, from 0 to `most`. */
export interface Terms {
  readonly of: (ride: RideForViewer, match: Match) => number;
  readonly most: number;
}
export interface SearchHit<T> {
  readonly ride: RideForViewer;
  readonly found: T;
  /** Where it stands among the results. */
  readonly rank: RankedMatch;
}

/**
 * What passes, best first: at most `limit` rides after the mark, each looked at in the database just now, with its seats
 * and its hour of this moment. `next` is where the following ones begin; without it there are none.
 */
export async function runSearch<T extends { readonly match: Match }>(
  ctx: Context,
  query: SearchQuery<T>,
  { limit, after }: { limit: number; after: MatchCursor | undefined },
): Promise<{ found: SearchHit<T>[]; next: MatchCursor | undefined }> {
  const { findInIndex, findCandidates } = query;
  if (findCandidates) {
    const answers = await evaluateRides(ctx, query, findCandidates());
    const rest = answers.filter(({ rank }) => !after || isAfterCursor(rank, after));
    const found = rest.toSorted((a, b) => compareMatches(a.rank, b.rank)).slice(0, limit);
    const shown = found.at(-1);
    return { found, next: rest.length > limit && shown ? markOf(shown.rank) : undefined };
  }
  // What the terms moved behind the mark may stand before it in the index, by no more than they add at most.
  let cursor = after && { order: after.order - (query.terms?.most ?? 0) - SLACK_S, pickupAtMs: -Infinity, id: "" };
  const hits: SearchHit<T>[] = [];
  let ready: SearchHit<T>[] = [];
  let [more, checked, size] = [true, 0, limit + 1];
  while (more && ready.length <= limit && checked < CHECKED_MAX) {
    const indexed = findInIndex({ limit: size, after: cursor }).map(({ match }) => match);
    const last = indexed.at(-1);
    if (last) cursor = toMatchCursor(last);
    more = indexed.length === size;
    // What an earlier page looked at is not counted, so that every page comes farther.
    if (!after || (last && isAfterCursor(last, after))) checked += indexed.length;
    // Where little passes, the later batches are larger, because each begins at the best of all again.
    size = Math.min(2 * size, BATCH_MAX);
    const ids = indexed.map(({ rideId }) => rideId);
    for (const answer of await evaluateRides(ctx, query, ids)) {
      if (!after || isAfterCursor(answer.rank, after)) hits.push(answer);
    }
    // Whatever the index has not named comes after its last one, and with the terms farther behind.
    ready = more && last ? hits.filter(({ rank }) => compareMatches(rank, last) <= 0) : hits;
  }
  const found = ready.toSorted((a, b) => compareMatches(a.rank, b.rank)).slice(0, limit);
  const shown = found.at(-1);
  if (ready.length > limit && shown) return { found, next: markOf(shown.rank) };
  return { found, next: more ? cursor : undefined };
}

/** What the rides with these ids answer, as the database has them now, in the same order. */
async function evaluateRides<T extends { readonly match: Match }>(
  ctx: Context,
  { viewerUid, evaluate, accepts, terms }: SearchQuery<T>,
  ids: readonly string[],
): Promise<SearchHit<T>[]> {
  const rides = (await findRidesForViewer(ctx, ids, viewerUid)).map(toVisibleRide);
  const answers = await evaluate(rides.map(({ row }) => row));
  const hits: SearchHit<T>[] = [];
  for (const ride of rides) {
    const found = answers.get(ride.row.id);
    if (!found || !(await accepts(ride, found.match))) continue;
    const { order, pickupAtMs, rideId } = found.match;
    hits.push({ ride, found, rank: { order: order + (terms?.of(ride, found.match) ?? 0), pickupAtMs, rideId } });
  }
  return hits;
}

/** Who is not aboard finds and measures what strangers are told. */
const toVisibleRide = (ride: RideForViewer): RideForViewer =>
  ride.participation === "passenger" ? ride : { ...ride, row: toPublicRide(ride.row) };

const isAfterCursor = (match: RankedMatch, { id, ...cursor }: MatchCursor): boolean =>
  match.rideId !== id && compareMatches(match, { ...cursor, rideId: id }) > 0;

type RankedMatch = Pick<Match, "order" | "pickupAtMs" | "rideId">;

const markOf = ({ order, pickupAtMs, rideId }: RankedMatch): MatchCursor => ({ order, pickupAtMs, id: rideId });

export const compareMatches = (a: RankedMatch, b: RankedMatch): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);
