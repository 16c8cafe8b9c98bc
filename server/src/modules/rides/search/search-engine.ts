import { toMatchCursor, type FindOptions, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideFilter } from "./search-filters.ts";
import { findRidesForViewer, type RideForViewer } from "../ride-for-viewer.store.ts";
import type { RideRow } from "../rides.store.ts";
import { toPublicRide } from "../route/public-route.ts";

/** Most rides that one call examines, even if it shows few of them. The next page continues there. */
const CHECKED_MAX = 5_000;
const BATCH_MAX = 500;
/** Sums of the same numbers in different order differ by much less. */
const SLACK_S = 1e-3;

/** A query against the index, with a second check of each ride found. */
export interface SearchQuery<T extends { readonly match: Match }> {
  /** User who searches. */
  readonly viewerUid: string;
  readonly findInIndex: (options: FindOptions) => readonly T[];
  /** Evaluates rides as they are in the current database, by id. */
  readonly evaluate: (rows: readonly RideRow[]) => Promise<ReadonlyMap<string, T>>;
  /**
   * Ids of all possible results, most likely first. Set if the index does not know the order, because roads decide it.
   */
  readonly findCandidates?: (() => readonly string[]) | undefined;
  readonly accepts: RideFilter;
  /** Additions to the order that the index does not know; none if omitted. */
  readonly terms?: Terms | undefined;
}
/** Seconds added to the order of a match, from 0 to `maxS`. */
export interface Terms {
  readonly of: (ride: RideForViewer, match: Match) => number;
  readonly maxS: number;
}
export interface SearchHit<T> {
  readonly ride: RideForViewer;
  readonly found: T;
  /** Rank among the results. */
  readonly rank: RankedMatch;
}

/**
 * Matching rides, best first: at most `limit` after the cursor, each read from the database just now with its current
 * seats and departure. `next` is the cursor of the following page; undefined if there is none.
 */
export async function runSearch<T extends { readonly match: Match }>(
  ctx: Context,
  query: SearchQuery<T>,
  { limit, after }: { limit: number; after: MatchCursor | undefined },
): Promise<{ found: SearchHit<T>[]; next: MatchCursor | undefined }> {
  const { findInIndex, findCandidates } = query;
  if (findCandidates) {
    const results = await evaluateRides(ctx, query, findCandidates());
    const rest = results.filter(({ rank }) => !after || isAfterCursor(rank, after));
    const found = rest.toSorted((a, b) => compareMatches(a.rank, b.rank)).slice(0, limit);
    const shown = found.at(-1);
    return { found, next: rest.length > limit && shown ? toCursor(shown.rank) : undefined };
  }
  // Results that the terms moved behind the cursor may come before it in the index, by at most the maximum of the
  // terms.
  let cursor = after && { order: after.order - (query.terms?.maxS ?? 0) - SLACK_S, pickupAtMs: -Infinity, id: "" };
  const hits: SearchHit<T>[] = [];
  let ready: SearchHit<T>[] = [];
  let [hasMore, checked, size] = [true, 0, limit + 1];
  while (hasMore && ready.length <= limit && checked < CHECKED_MAX) {
    const indexed = findInIndex({ limit: size, after: cursor }).map(({ match }) => match);
    const last = indexed.at(-1);
    if (last) cursor = toMatchCursor(last);
    hasMore = indexed.length === size;
    // Rides examined for an earlier page do not count, so that every page makes progress.
    if (!after || (last && isAfterCursor(last, after))) checked += indexed.length;
    // If few rides match, later batches are larger, because each one starts from the best ride again.
    size = Math.min(2 * size, BATCH_MAX);
    const ids = indexed.map(({ rideId }) => rideId);
    for (const result of await evaluateRides(ctx, query, ids)) {
      if (!after || isAfterCursor(result.rank, after)) hits.push(result);
    }
    // Rides that the index has not returned yet come after its last one, and even later with the terms.
    ready = hasMore && last ? hits.filter(({ rank }) => compareMatches(rank, last) <= 0) : hits;
  }
  const found = ready.toSorted((a, b) => compareMatches(a.rank, b.rank)).slice(0, limit);
  const shown = found.at(-1);
  if (ready.length > limit && shown) return { found, next: toCursor(shown.rank) };
  return { found, next: hasMore ? cursor : undefined };
}

/** Results of the rides with these ids, from the current database, in the same order. */
async function evaluateRides<T extends { readonly match: Match }>(
  ctx: Context,
  { viewerUid, evaluate, accepts, terms }: SearchQuery<T>,
  ids: readonly string[],
): Promise<SearchHit<T>[]> {
  const rides = (await findRidesForViewer(ctx, ids, viewerUid)).map(toVisibleRide);
  const results = await evaluate(rides.map(({ row }) => row));
  const hits: SearchHit<T>[] = [];
  for (const ride of rides) {
    const found = results.get(ride.row.id);
    if (!found || !(await accepts(ride, found.match))) continue;
    const { order, pickupAtMs, rideId } = found.match;
    hits.push({ ride, found, rank: { order: order + (terms?.of(ride, found.match) ?? 0), pickupAtMs, rideId } });
  }
  return hits;
}

/** Users who are not on the ride search and measure its public form. */
const toVisibleRide = (ride: RideForViewer): RideForViewer =>
  ride.participation === "passenger" ? ride : { ...ride, row: toPublicRide(ride.row) };

const isAfterCursor = (match: RankedMatch, { id, ...cursor }: MatchCursor): boolean =>
  match.rideId !== id && compareMatches(match, { ...cursor, rideId: id }) > 0;

type RankedMatch = Pick<Match, "order" | "pickupAtMs" | "rideId">;

const toCursor = ({ order, pickupAtMs, rideId }: RankedMatch): MatchCursor => ({ order, pickupAtMs, id: rideId });

export const compareMatches = (a: RankedMatch, b: RankedMatch): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);
