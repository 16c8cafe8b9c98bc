import { cursorOf, type FindOptions, type MatchCursor } from "@commonlane/matching/corridor-index";
import type { Match } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import type { Passes } from "./search-filters.ts";
import { findRides, type RideRow } from "./rides.store.ts";

/** How many rides one call looks at, however few of them it shows; where it stopped the next page goes on. */
const LOOKED_AT_MOST = 5_000;
const BATCH_MOST = 500;

/** What is asked of the index, and again of each ride it names. */
export interface Question<T extends { readonly match: Match }> {
  readonly ofIndex: (options: FindOptions) => readonly T[];
  /** The same of one ride as the database has it now. */
  readonly ofRide: (row: RideRow) => T | undefined;
  readonly passes: Passes;
}
export interface Found<T> {
  readonly row: RideRow;
  readonly found: T;
}

/**
 * What passes, best first: at most `limit` rides after the mark, each looked at in the database just now, with its seats
 * and its hour of this moment. `next` is where the following ones begin; without it there are none.
 */
export async function seek<T extends { readonly match: Match }>(
  ctx: Context,
  { ofIndex, ofRide, passes }: Question<T>,
  { limit, after }: { limit: number; after: MatchCursor | undefined },
): Promise<{ found: Found<T>[]; next: MatchCursor | undefined }> {
  const passed: Found<T>[] = [];
  let mark = after;
  let [more, looked, size] = [true, 0, limit + 1];
  while (more && passed.length <= limit && looked < LOOKED_AT_MOST) {
    const named = ofIndex({ limit: size, after: mark }).map(({ match }) => match);
    const last = named.at(-1);
    if (last) mark = cursorOf(last);
    more = named.length === size;
    looked += named.length;
    // Where little passes, the later batches are larger, because each begins at the best of all again.
    size = Math.min(2 * size, BATCH_MOST);
    const ids = named.map(({ rideId }) => rideId);
    const rows = new Map((await findRides(ctx, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      const found = row && ofRide(row);
      if (row && found && passes(row, found.match)) passed.push({ row, found });
    }
  }
  const found = passed.toSorted((a, b) => inOrder(a.found.match, b.found.match)).slice(0, limit);
  const shown = found.at(-1);
  if (passed.length > limit && shown) return { found, next: cursorOf(shown.found.match) };
  return { found, next: more ? mark : undefined };
}

type Ranked = Pick<Match, "order" | "pickupAtMs" | "rideId">;

export const inOrder = (a: Ranked, b: Ranked): number =>
  a.order - b.order || a.pickupAtMs - b.pickupAtMs || (a.rideId < b.rideId ? -1 : 1);
