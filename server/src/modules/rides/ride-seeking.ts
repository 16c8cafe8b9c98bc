import { cursorOf, type FindOptions, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Passes } from "./search-filters.ts";
import { findRidesFor, type RideSeen } from "./ride-seen.store.ts";
import type { RideRow } from "./rides.store.ts";
import { asTold } from "./told-way.ts";

/** How many rides one call looks at, however few of them it shows; where it stopped the next page goes on. */
const LOOKED_AT_MOST = 5_000;
const BATCH_MOST = 500;
/** Sums of the same numbers differ by much less. */
const SLACK_S = 1e-3;

/** What is asked of the index, and again of each ride it names. */
export interface Question<T extends { readonly match: Match }> {
  /** Who asks. */
  readonly uid: string;
  readonly ofIndex: (options: FindOptions) => readonly T[];
  /** The same of rides as the database has them now, by id. */
  readonly ofRides: (rows: readonly RideRow[]) => Promise<ReadonlyMap<string, T>>;
  /** Where the index does not know the order, because roads decide it: the ids of all that may answer, the likeliest first. */
  readonly candidates?: (() => readonly string[]) | undefined;
  readonly passes: Passes;
  /** What the index does not know adds to the order; where nothing is said, nothing does. */
  readonly terms?: Terms | undefined;
}
/** Seconds added to the order of a match, from 0 to `most`. */
export interface Terms {
  readonly of: (seen: RideSeen, match: Match) => number;
  readonly most: number;
}
export interface Found<T> {
  readonly seen: RideSeen;
  readonly found: T;
  /** Where it stands among the results. */
  readonly rank: Ranked;
}

/**
 * What passes, best first: at most `limit` rides after the mark, each looked at in the database just now, with its seats
 * and its hour of this moment. `next` is where the following ones begin; without it there are none.
 */
export async function seek<T extends { readonly match: Match }>(
  ctx: Context,
  question: Question<T>,
  { limit, after }: { limit: number; after: MatchCursor | undefined },
): Promise<{ found: Found<T>[]; next: MatchCursor | undefined }> {
  const { ofIndex, candidates } = question;
  if (candidates) {
    const answers = await answersOf(ctx, question, candidates());
    const rest = answers.filter(({ rank }) => !after || isAfter(rank, after));
    const found = rest.toSorted((a, b) => inOrder(a.rank, b.rank)).slice(0, limit);
    const shown = found.at(-1);
    return { found, next: rest.length > limit && shown ? markOf(shown.rank) : undefined };
  }
  // What the terms moved behind the mark may stand before it in the index, by no more than they add at most.
  let mark = after && { order: after.order - (question.terms?.most ?? 0) - SLACK_S, pickupAtMs: -Infinity, id: "" };
  const passed: Found<T>[] = [];
  let ready: Found<T>[] = [];
  let [more, looked, size] = [true, 0, limit + 1];
  while (more && ready.length <= limit && looked < LOOKED_AT_MOST) {
    const named = ofIndex({ limit: size, after: mark }).map(({ match }) => match);
    const last = named.at(-1);
    if (last) mark = cursorOf(last);
    more = named.length === size;
    // What an earlier page looked at is not counted, so that every page comes farther.
    if (!after || (last && isAfter(last, after))) looked += named.length;
    // Where little passes, the later batches are larger, because each begins at the best of all again.
    size = Math.min(2 * size, BATCH_MOST);
    const ids = named.map(({ rideId }) => rideId);
    for (const answer of await answersOf(ctx, question, ids)) {
      if (!after || isAfter(answer.rank, after)) passed.push(answer);
    }
    // Whatever the index has not named comes after its last one, and with the terms farther behind.
    ready = more && last ? passed.filter(({ rank }) => inOrder(rank, last) <= 0) : passed;
  }
  const found = ready.toSorted((a, b) => inOrder(a.rank, b.rank)).slice(0, limit);
  const shown = found.at(-1);
  if (ready.length > limit && shown) return { found, next: markOf(shown.rank) };
  return { found, next: more ? mark : undefined };
}

/** What the rides with these ids answer, as the database has them now, in the same order. */
async function answersOf<T extends { readonly match: Match }>(
  ctx: Context,
  { uid, ofRides, passes, terms }: Question<T>,
  ids: readonly string[],
): Promise<Found<T>[]> {
  const rides = (await findRidesFor(ctx, ids, uid)).map(asSeen);
  const answers = await ofRides(rides.map(({ row }) => row));
  const passed: Found<T>[] = [];
  for (const seen of rides) {
    const found = answers.get(seen.row.id);
    if (!found || !(await passes(seen, found.match))) continue;
    const { order, pickupAtMs, rideId } = found.match;
    passed.push({ seen, found, rank: { order: order + (terms?.of(seen, found.match) ?? 0), pickupAtMs, rideId } });
  }
  return passed;
}

/** Who is not aboard finds and measures what strangers are told. */
const asSeen = (seen: RideSeen): RideSeen => (seen.part === "aboard" ? seen : { ...seen, row: asTold(seen.row) });

const isAfter = (match: Ranked, { id, ...mark }: MatchCursor): boolean =>
  match.rideId !== id && inOrder(match, { ...mark, rideId: id }) > 0;

type Ranked = Pick<Match, "order" | "pickupAtMs" | "rideId">;

const markOf = ({ order, pickupAtMs, rideId }: Ranked): MatchCursor => ({ order, pickupAtMs, id: rideId });

export const inOrder = (a: Ranked, b: Ranked): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);
