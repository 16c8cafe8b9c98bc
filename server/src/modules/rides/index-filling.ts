import { setImmediate as turn } from "node:timers/promises";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import { committedSince, type Seen, seenNow, seenUpTo } from "#platform/db/committed-events.ts";
import { type Bookmark, eventBefore, type StoredEvent } from "#platform/db/outbox.ts";
import { isAfter } from "#platform/events.ts";
import type { LastRead } from "./index-file.ts";
import { asIndexed } from "./match-ride.ts";
import { type IndexedRide, indexedRides, ridesForIndex, seatsLeftOf } from "./ride-lists.store.ts";
import { indexSettings } from "./ride-way.ts";

const PAGE = 2_000;
const EVENTS_AT_ONCE = 1_000;
/** Others have their turn at least this often. */
const TURN_MS = 5;

/** Events above the horizon that are remembered; more would only make the next start read a little more. */
const AHEAD_MOST = 1_000;

/** How far an index has read. */
export interface Place {
  readonly seen: Seen;
  /** The newest event read below which nothing can appear any more; undefined where there is none to go by. */
  readonly lastRead: LastRead | undefined;
  /** Events that were read already, while an older transaction was running. */
  readonly ahead: readonly LastRead[];
}

/** Where an index goes on that was kept when it had read up to this event. */
export const placeAt = (lastRead: LastRead): Place => ({ seen: seenUpTo(lastRead), lastRead, ahead: [] });

/** An index of what the database holds now. Takes its place before it reads, so that nothing falls between. */
export async function fromDatabase(
  ctx: Context,
  stopping: AbortSignal,
): Promise<{ rides: CorridorIndex; place: Place }> {
  const seen = await seenNow(ctx.db);
  const before = await eventBefore(ctx.db, { xid: seen.xmin, id: 0 });
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
  return { rides, place: { seen, lastRead: before && lastReadOf(before), ahead: [] } };
}

/**
 * Applies everything committed since a place and returns how many events there were. Events of transactions that are
 * younger than one still running are applied at once; the order does not matter, because each ride is read as it is now.
 */
export async function readOn(
  ctx: Context,
  rides: CorridorIndex,
  from: Place,
): Promise<{ place: Place; events: number }> {
  const fill = filling(ctx, rides);
  const read: LastRead[] = [];
  let seen: Seen | undefined;
  for (;;) {
    const page = await committedSince(ctx.db, "rides", from.seen, { after: read.at(-1), most: EVENTS_AT_ONCE });
    // Later pages hold everything the first page's snapshot showed; what was committed since then is read next time.
    seen ??= page.seen;
    if (page.events.length > 0) await apply(ctx, rides, fill, page.events);
    read.push(...page.events.map(lastReadOf));
    if (page.events.length < EVENTS_AT_ONCE) return { place: movedTo(from, seen, read), events: read.length };
  }
}

async function apply(
  ctx: Context,
  rides: CorridorIndex,
  fill: (rows: readonly IndexedRide[]) => Promise<void>,
  events: readonly StoredEvent[],
): Promise<void> {
  const ids = await changedIn(ctx, rides, events);
  const rows = await indexedRides(ctx, ids);
  await fill(rows.filter(({ status }) => status === "scheduled"));
  const scheduled = new Set(rows.flatMap(({ id, status }) => (status === "scheduled" ? [id] : [])));
  for (const id of ids) if (!scheduled.has(id)) rides.remove(id);
}

/** Moves on; the event to go by after a restart is the newest below the oldest transaction still running. */
function movedTo({ lastRead, ahead }: Place, seen: Seen, events: readonly LastRead[]): Place {
  const read = events.length === 0 ? ahead : [...ahead, ...events].toSorted((a, b) => (isAfter(a, b) ? 1 : -1));
  const settled = read.filter(({ xid }) => BigInt(xid) < BigInt(seen.xmin));
  return { seen, lastRead: settled.at(-1) ?? lastRead, ahead: read.slice(settled.length, settled.length + AHEAD_MOST) };
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
