import {
  type Candidate,
  compareCursors,
  type FindOptions,
  type MatchCursor,
} from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { RideFilter } from "./search-filters.ts";
import { findRidesForViewer, type RideForViewer } from "../ride-for-viewer.store.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import type { RideRow } from "../rides.store.ts";

/** Most rides that one call examines, even if it shows few of them. The next page continues there. */
const CHECKED_MAX = 5_000;
const BATCH_MAX = 500;
/** Of so many candidates for each result, enough are nearly always certain. */
const BATCH_FACTOR = 2;
/** Sums of the same numbers in different order differ by much less. */
const SLACK_S = 1e-3;

/** Where candidates come from: best first, by their order or a lower bound of it. */
export interface CandidateSource {
  readonly list: (options: FindOptions) => readonly Candidate[];
  /** True if some have only a lower bound. */
  readonly hasBounds: boolean;
}

/** A query against the index, with a second check of each ride found. */
export interface SearchQuery<T extends { readonly match: Match }> {
  /** User who searches. */
  readonly viewerUid: string;
  readonly candidates: CandidateSource;
  /** Evaluates rides as they are in the current database, by id. */
  readonly evaluate: (rows: readonly RideRow[]) => Promise<ReadonlyMap<string, T>>;
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
interface PageOptions {
  readonly limit: number;
  readonly after: MatchCursor | undefined;
}
interface SearchPage<Hit> {
  readonly found: Hit[];
  /** Cursor of the following page; undefined if there is none. */
  readonly next: MatchCursor | undefined;
}

/**
 * Matching rides, best first: at most `limit` after the cursor, each read from the database just now with its current
 * seats and departure.
 */
export async function runSearch<T extends { readonly match: Match }>(
  ctx: Context,
  query: SearchQuery<T>,
  page: PageOptions,
): Promise<SearchPage<SearchHit<T>>> {
  return findBest(query.candidates, (ids) => evaluateRides(ctx, query, ids), {
    ...page,
    maxTermsS: query.terms?.maxS ?? 0,
  });
}

/** Evaluates candidates by id. */
type Evaluate<Hit> = (ids: readonly string[]) => Promise<readonly Hit[]>;

/**
 * Examines candidates until the best results are certain: rides that were not examined yet come after the last
 * candidate.
 */
export async function findBest<Hit extends { readonly rank: RankedMatch }>(
  { list, hasBounds }: CandidateSource,
  evaluate: Evaluate<Hit>,
  { limit, after, maxTermsS }: PageOptions & { readonly maxTermsS: number },
): Promise<SearchPage<Hit>> {
  // Results that the terms moved behind the cursor may come before it in the index, by at most the maximum of the
  // terms. A lower bound may come before it by any amount.
  let cursor =
    after && !hasBounds
      ? {
          order: after.order - maxTermsS - SLACK_S,
          pickupAtMs: -Infinity,
          id: "",
        }
      : undefined;
  const hits: Hit[] = [];
  let listed: readonly Candidate[] = [];
  let isAllListed = false;
  let ready: Hit[] = [];
  let hasMore = true;
  let checked = 0;
  let size = BATCH_FACTOR * (limit + 1);
  while (hasMore && ready.length <= limit && checked < CHECKED_MAX) {
    if (listed.length === 0) {
      listed = list({
        limit: BATCH_MAX,
        after: cursor,
      });
      isAllListed = listed.length < BATCH_MAX;
    }
    const batch = listed.slice(0, size);
    listed = listed.slice(size);
    const last = batch.at(-1);
    if (last) cursor = toCursor(last);
    hasMore = !isAllListed || listed.length > 0;
    size *= 2;
    // Rides examined for an earlier page do not count, so that every page makes progress.
    if (!after || (last && compareCursors(last, after) > 0)) checked += batch.length;
    const results = await evaluate(batch.map(({ id }) => id));
    for (const result of results)
      if (!after || compareCursors(result.rank, after) > 0) hits.push(result);
    // Rides that the index has not returned yet come after its last one, and even later with the terms.
    ready = hasMore && last ? hits.filter(({ rank }) => compareCursors(rank, last) <= 0) : hits;
  }
  const found = ready.toSorted((a, b) => compareCursors(a.rank, b.rank)).slice(0, limit);
  const shown = found.at(-1);
  if (ready.length > limit && shown)
    return {
      found,
      next: toCursor(shown.rank),
    };
  return {
    found,
    next: hasMore ? cursor : undefined,
  };
}

/**
 * Results of the rides with these ids, from the current database. Everybody measures the public form of a ride, its
 * passengers too: measured as driven, it would tell where the others live.
 */
async function evaluateRides<T extends { readonly match: Match }>(
  ctx: Context,
  { viewerUid, evaluate, accepts, terms }: SearchQuery<T>,
  ids: readonly string[],
): Promise<SearchHit<T>[]> {
  const rides = await findRidesForViewer(ctx, ids, viewerUid);
  const results = await evaluate(rides.map(({ row }) => toPublicRide(row)));
  const hits: SearchHit<T>[] = [];
  for (const ride of rides) {
    const found = results.get(ride.row.id);
    if (!found || !(await accepts(ride, found.match))) continue;
    const { order, pickupAtMs, rideId } = found.match;
    const termsS = terms?.of(ride, found.match) ?? 0;
    hits.push({
      ride,
      found,
      rank: {
        order: order + termsS,
        pickupAtMs,
        id: rideId,
      },
    });
  }
  return hits;
}

/** Rank of a result: its order with the terms, then its pickup, then its id. */
export type RankedMatch = MatchCursor;

const toCursor = ({ order, pickupAtMs, id }: RankedMatch): MatchCursor => ({
  order,
  pickupAtMs,
  id,
});
