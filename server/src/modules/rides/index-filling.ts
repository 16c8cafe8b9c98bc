import { setImmediate as turn } from "node:timers/promises";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import { type Bookmark, bookmarkNow, eventBefore, eventsAfter, type StoredEvent } from "#platform/db/outbox.ts";
import type { LastRead } from "./index-file.ts";
import { asIndexed } from "./match-ride.ts";
import { type IndexedRide, indexedRides, ridesForIndex, seatsLeftOf } from "./ride-lists.store.ts";
import { indexSettings } from "./ride-way.ts";

const PAGE = 2_000;
const EVENTS_AT_ONCE = 1_000;
/** Others have their turn at least this often. */
const TURN_MS = 5;

/** How far an index has read. */
export interface Place {
  readonly bookmark: Bookmark;
  /** The newest event up to there; nothing where there is none to go by. */
  readonly lastRead: LastRead | undefined;
}

/** An index of what the database holds now. Takes its place before it reads, so that nothing falls between. */
export async function fromDatabase(
  ctx: Context,
  stopping: AbortSignal,
): Promise<{ rides: CorridorIndex; place: Place }> {
  const bookmark = await bookmarkNow(ctx.db);
  const before = await eventBefore(ctx.db, bookmark);
  const rides = new CorridorIndex(indexSettings(ctx));
  const fill = filling(ctx, rides);
  let page = ridesForIndex(ctx, undefined, PAGE);
  for (let more = true; more;) {
    const rows = await page;
    stopping.throwIfAborted();
    more = rows.length === PAGE;
    if (more) page = ridesForIndex(ctx, rows.at(-1)?.id, PAGE);
    // It is waited for after this one is in; until then nobody hears of its failure.
    page.catch(() => {});
    await fill(rows);
  }
  return { rides, place: { bookmark, lastRead: before && lastReadOf(before) } };
}

/** Reads on from a place, until there is nothing more, and says how many events there were. */
export async function readOn(
  ctx: Context,
  rides: CorridorIndex,
  from: Place,
): Promise<{ place: Place; events: number }> {
  const fill = filling(ctx, rides);
  let place = from;
  for (let count = 0; ;) {
    const events = await eventsAfter(ctx.db, place.bookmark, "rides", EVENTS_AT_ONCE);
    const last = events.at(-1);
    if (!last) return { place, events: count };
    const ids = await changedIn(ctx, rides, events);
    const rows = await indexedRides(ctx, ids);
    await fill(rows.filter(({ status }) => status === "scheduled"));
    const scheduled = new Set(rows.flatMap(({ id, status }) => (status === "scheduled" ? [id] : [])));
    for (const id of ids) if (!scheduled.has(id)) rides.remove(id);
    place = { bookmark: last, lastRead: lastReadOf(last) };
    count += events.length;
  }
}

/** Which rides are to be read again: where only seats were taken, their number is all that is read, and changed here. */
async function changedIn(ctx: Context, rides: CorridorIndex, events: readonly StoredEvent[]): Promise<string[]> {
  const [changed, taken] = [new Set<string>(), new Set<string>()];
  for (const { fact } of events) {
    if (!("rideId" in fact)) continue;
    if (fact.type === "ride.changed" && fact.seatsTaken) taken.add(fact.rideId);
    else changed.add(fact.rideId);
  }
  const seats = await seatsLeftOf(
    ctx,
    [...taken].filter((id) => !changed.has(id)),
  );
  for (const { id, status, seats_left, stops } of seats) {
    if (status !== "scheduled" || stops || !hasSeats(rides, id, seats_left)) changed.add(id);
  }
  return [...changed];
}

/** False for a ride that is not held, or goes elsewhere by now. */
function hasSeats(rides: CorridorIndex, id: string, seatsLeft: readonly number[]): boolean {
  try {
    return rides.setSeats(id, seatsLeft);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const lastReadOf = ({ xid, id, at }: Bookmark & { at: Date }): LastRead => ({ xid, id, atMs: at.getTime() });

/** Puts rides in, a few milliseconds at a time. One that cannot be measured is left out and said. */
function filling(ctx: Context, rides: CorridorIndex): (rows: readonly IndexedRide[]) => Promise<void> {
  let sinceMs = performance.now();
  return async (rows) => {
    for (const row of rows) {
      try {
        rides.put(asIndexed(ctx, row));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        ctx.log.error({ err: error, rideId: row.id }, "a ride cannot be found");
        rides.remove(row.id);
      }
      if (performance.now() - sinceMs < TURN_MS) continue;
      await turn();
      sinceMs = performance.now();
    }
  };
}
