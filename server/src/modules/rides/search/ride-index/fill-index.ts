import { setImmediate as turn } from "node:timers/promises";
import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import {
  readCommittedSince,
  readSeenTransactions,
  type SeenTransactions,
  seenUpToOffset,
} from "#platform/db/outbox/committed-events.ts";
import { findEventBefore, type Offset, type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { isAfter } from "#platform/events/event-consumer.ts";
import type { LastReadEvent } from "./index-file.ts";
import {
  findIndexedRides,
  findRidesForIndex,
  findSeatsLeft,
  type IndexedRide,
} from "../../lists/ride-lists.store.ts";
import { matchSettings } from "../../route/ride-route.ts";
import { toPublicRide } from "../../route/ride-forms.ts";
import { toMatchRide, toRoadRide } from "../../route/route-geometry.ts";

const PAGE_SIZE = 2_000;
const EVENTS_PER_BATCH = 1_000;
/** Longest time without yielding to other work. */
const YIELD_AFTER_MS = 5;

/** Most remembered events above the horizon. The rest is read again after a restart, which is harmless. */
const READ_AHEAD_MAX = 1_000;

/** How far an index has read the events. */
export interface IndexPosition {
  readonly seen: SeenTransactions;
  /** Newest event below which no event can appear any more; undefined if there is none. */
  readonly lastRead: LastReadEvent | undefined;
  /** Events that were read already while an older transaction was still running. */
  readonly readAhead: readonly LastReadEvent[];
}

/** Position from which an index goes on if it was saved after this event. */
export const positionAfter = (lastRead: LastReadEvent): IndexPosition => ({
  seen: seenUpToOffset(lastRead),
  lastRead,
  readAhead: [],
});

/** Builds an index of the current database content. Takes its position before reading, so that no change is missed. */
export async function buildIndexFromDatabase(
  ctx: Context,
  stopping: AbortSignal,
): Promise<{
  rides: CorridorIndex;
  position: IndexPosition;
}> {
  const seen = await readSeenTransactions(ctx.db);
  const before = await findEventBefore(ctx.db, {
    xid: seen.xmin,
    id: 0,
  });
  const rides = new CorridorIndex(matchSettings(ctx.settings));
  const insertRides = createBatchInserter(ctx, rides);
  let page = findRidesForIndex(ctx, undefined, PAGE_SIZE);
  for (let hasMore = true; hasMore;) {
    const rows = await page;
    stopping.throwIfAborted();
    hasMore = rows.length === PAGE_SIZE;
    if (hasMore) page = findRidesForIndex(ctx, rows.at(-1)?.id, PAGE_SIZE);
    // Awaited after the current page is inserted. Until then a rejection must not count as unhandled.
    page.catch(() => {});
    await insertRides(rows);
  }
  return {
    rides,
    position: {
      seen,
      lastRead: before && toLastReadEvent(before),
      readAhead: [],
    },
  };
}

/**
 * Applies everything committed since a position and returns the number of events. Events of transactions younger than
 * one still running are applied at once: the order does not matter, because each ride is read in its current state.
 */
export async function applyNewEvents(
  ctx: Context,
  rides: CorridorIndex,
  from: IndexPosition,
): Promise<{
  position: IndexPosition;
  events: number;
}> {
  const insertRides = createBatchInserter(ctx, rides);
  const read: LastReadEvent[] = [];
  let seen: SeenTransactions | undefined;
  for (;;) {
    const page = await readCommittedSince(ctx.db, "rides", from.seen, {
      after: read.at(-1),
      limit: EVENTS_PER_BATCH,
    });
    // Later pages contain everything in the snapshot of the first page. Anything committed since is read next time.
    seen ??= page.seenTransactions;
    if (page.events.length > 0) await applyEvents(ctx, rides, insertRides, page.events);
    read.push(...page.events.map(toLastReadEvent));
    if (page.events.length < EVENTS_PER_BATCH)
      return {
        position: advancePosition(from, seen, read),
        events: read.length,
      };
  }
}

async function applyEvents(
  ctx: Context,
  rides: CorridorIndex,
  insertRides: (rows: readonly IndexedRide[]) => Promise<void>,
  events: readonly StoredEvent[],
): Promise<void> {
  const ids = await findChangedRides(ctx, rides, events);
  const rows = await findIndexedRides(ctx, ids);
  await insertRides(rows.filter(({ status }) => status === "scheduled"));
  const scheduled = new Set(rows.flatMap(({ id, status }) => (status === "scheduled" ? [id] : [])));
  for (const id of ids) if (!scheduled.has(id)) rides.remove(id);
}

const compareEvents = (a: LastReadEvent, b: LastReadEvent): number => (isAfter(a, b) ? 1 : -1);

/** Advances the position. A restart continues from the newest event below the oldest running transaction. */
function advancePosition(
  { lastRead, readAhead }: IndexPosition,
  seen: SeenTransactions,
  events: readonly LastReadEvent[],
): IndexPosition {
  const read = events.length === 0 ? readAhead : [...readAhead, ...events].toSorted(compareEvents);
  const settled = read.filter(({ xid }) => BigInt(xid) < BigInt(seen.xmin));
  return {
    seen,
    lastRead: settled.at(-1) ?? lastRead,
    readAhead: read.slice(settled.length, settled.length + READ_AHEAD_MAX),
  };
}

/** Finds the rides to read again. If only seats were taken, just their number is read and updated here. */
async function findChangedRides(
  ctx: Context,
  rides: CorridorIndex,
  events: readonly StoredEvent[],
): Promise<string[]> {
  const changed = new Set<string>();
  const seatsTaken = new Set<string>();
  for (const { payload } of events) {
    if (!("rideId" in payload)) continue;
    if (payload.type === "ride.changed" && payload.seatsTaken) seatsTaken.add(payload.rideId);
    else changed.add(payload.rideId);
  }
  const seats = await findSeatsLeft(
    ctx,
    [...seatsTaken].filter((id) => !changed.has(id)),
  );
  for (const { id, status, seats_left, stops } of seats) {
    if (status !== "scheduled" || stops || !updateSeats(rides, id, seats_left)) changed.add(id);
  }
  return [...changed];
}

/** Returns false if the ride is not in the index or its route has changed. */
function updateSeats(rides: CorridorIndex, id: string, seatsLeft: readonly number[]): boolean {
  try {
    return rides.setSeats(id, seatsLeft);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const toLastReadEvent = ({ xid, id, at }: Offset & { at: Date }): LastReadEvent => ({
  xid,
  id,
  atMs: at.getTime(),
});

/** Inserts rides in steps of a few milliseconds. A ride that cannot be measured is logged and left out. */
function createBatchInserter(
  ctx: Context,
  rides: CorridorIndex,
): (rows: readonly IndexedRide[]) => Promise<void> {
  let sinceMs = performance.now();
  return async (rows) => {
    for (const row of rows) {
      try {
        putRide(rides, row);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        ctx.log.error(
          {
            err: error,
            rideId: row.id,
          },
          "a ride could not be added to the index",
        );
        rides.remove(row.id);
      }
      if (performance.now() - sinceMs < YIELD_AFTER_MS) continue;
      await turn();
      sinceMs = performance.now();
    }
  };
}

/** Adds the public form of a ride. If it follows roads, the index only knows where and when it may be. */
export function putRide(rides: CorridorIndex, ride: Omit<IndexedRide, "status">): void {
  const row = toPublicRide(ride);
  const onRoads = toRoadRide(row);
  if (onRoads) rides.putOnRoads(onRoads);
  else rides.put(toMatchRide(row));
}
