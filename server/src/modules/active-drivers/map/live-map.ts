import { z } from "zod";
import type { Context } from "#platform/context.ts";
import {
  readCommittedSince,
  type SeenTransactions,
  readSeenTransactions,
} from "#platform/db/outbox/committed-events.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { type NewEventSignal, startPolling } from "#platform/events/polling.ts";
import {
  type ActiveDriverRow,
  findDriversAfter,
  findDriver,
  findDrivers,
  savePositions,
} from "../active-drivers.store.ts";
import { type Driver, DriversOnMap, type Position } from "./drivers-on-map.ts";

const PAGE_SIZE = 2_000;
const EVENTS_PER_BATCH = 1_000;
/** Longest delay before other processes receive a position. */
const PUBLISH_EVERY_MS = 250;
const POSITIONS_PER_MESSAGE = 500;
const SAVE_EVERY_MS = 5_000;
const SAVE_AFTER_MS = 50_000;
const SAVE_BATCH_SIZE = 1_000;
/** Longest time that a position remains unsaved while a server runs. */
export const MAX_UNSAVED_MS = 90_000;
/** Longer than any query that reads drivers takes. */
const REMOVAL_REMEMBERED_MS = 60_000;
const CHANNEL = "positions";

/** Exchanges positions with the other processes; messages may be lost. */
export interface PositionBus {
  publish(channel: string, message: readonly PositionMessage[]): void;
  subscribe(channel: string, handler: (message: unknown) => void): () => void;
}
const PositionMessage = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.number().nullable(),
  z.string().nullable(),
  z.number(),
  z.number(),
  z.number(),
  z.number().nullable(),
]);
type PositionMessage = z.infer<typeof PositionMessage>;

/**
 * The map of active drivers in this process. Who is on it is stored and comes from the database and its events.
 * Positions come from calls and other processes, live in memory and are saved at most once a minute, so that the next
 * start has approximate positions.
 */
export class LiveMap {
  readonly drivers: DriversOnMap;
  readonly #ctx: Context;
  readonly #bus: PositionBus | undefined;
  /** Events that were read; undefined until the first load. */
  #seen: SeenTransactions | undefined;
  #loading: Promise<void> | undefined;
  #isPolling = false;
  /**
   * Drivers moved by calls to this process: since when their position is unsaved, and which were not sent to other
   * processes.
   */
  readonly #unsaved = new Map<string, number>();
  #unpublished = new Set<string>();
  #removals = 0;
  /** Drivers who left the map recently, with the number of their removal and its time. */
  readonly #recentRemovals = new Map<
    string,
    {
      readonly removalNumber: number;
      readonly atMs: number;
    }
  >();

  constructor(ctx: Context, bus?: PositionBus) {
    this.#ctx = ctx;
    this.#bus = bus;
    this.drivers = new DriversOnMap(ctx.settings);
  }

  /**
   * Resolves when every driver in the database at the last read is on the map. Without an event consumer that is
   * immediately.
   */
  async upToDate(): Promise<void> {
    if (!this.#seen) await this.#loadOnce();
    else if (!this.#isPolling) await this.#applyNewEvents();
  }

  /** Finds an active driver. Asks the database if this process does not know them or has no recent position. */
  async find(uid: string): Promise<Driver | undefined> {
    const existing = this.drivers.get(uid);
    if (existing && this.drivers.isActive(existing, this.#ctx.now())) return existing;
    const asOf = this.removals;
    const row = await findDriver(this.#ctx.db, uid);
    const driver = row && this.put(row, asOf);
    return driver && this.drivers.isActive(driver, this.#ctx.now()) ? driver : undefined;
  }

  /** Number of removals so far. Read it before querying rows for `put`. */
  get removals(): number {
    return this.#removals;
  }

  /**
   * Ignores rows that were read before the driver left the map. If they are active again, the event consumer adds them.
   */
  put(row: ActiveDriverRow, asOf: number): Driver | undefined {
    const removal = this.#recentRemovals.get(row.uid);
    return removal && removal.removalNumber > asOf ? undefined : this.drivers.put(row);
  }

  remove(uid: string): void {
    this.drivers.remove(uid);
    this.#unsaved.delete(uid);
    const atMs = performance.now();
    this.#recentRemovals.delete(uid);
    this.#recentRemovals.set(uid, {
      removalNumber: ++this.#removals,
      atMs,
    });
    for (const [removedUid, removal] of this.#recentRemovals) {
      if (removal.atMs > atMs - REMOVAL_REMEMBERED_MS) break;
      this.#recentRemovals.delete(removedUid);
    }
  }

  move(uid: string, position: Position): void {
    this.drivers.move(uid, position);
    if (!this.#unsaved.has(uid)) this.#unsaved.set(uid, performance.now());
    if (this.#bus) this.#unpublished.add(uid);
  }

  /** Keeps the map up to date from now on. Returns a function that stops this and saves all positions. */
  start(newEvents: Pick<NewEventSignal, "next" | "notify">): () => Promise<void> {
    this.#isPolling = true;
    const failed = (error: unknown) =>
      this.#ctx.log.error({ err: error }, "updating the active drivers failed");
    const step = async () => (this.#seen ? this.#applyOrForget() : this.#loadOnce().then(() => 0));
    const stopReading = startPolling(step, newEvents, failed);
    const stopReceiving = this.#bus?.subscribe(CHANNEL, (message) => this.#receive(message));
    const publishing = setInterval(() => this.#publishPositions(), PUBLISH_EVERY_MS);
    const saving = setInterval(() => void this.save(SAVE_AFTER_MS).catch(failed), SAVE_EVERY_MS);
    return async () => {
      clearInterval(publishing);
      clearInterval(saving);
      stopReceiving?.();
      await stopReading();
      await this.save().catch(failed);
    };
  }

  /** Saves positions that have been unsaved for this time. */
  async save(unsavedForMs = 0): Promise<void> {
    const before = performance.now() - unsavedForMs;
    const due = [...this.#unsaved].flatMap(([uid, sinceMs]) => (sinceMs <= before ? [uid] : []));
    while (due.length > 0) {
      const uids = due.splice(0, SAVE_BATCH_SIZE);
      for (const uid of uids) this.#unsaved.delete(uid);
      await savePositions(
        this.#ctx,
        uids.flatMap((uid) => this.drivers.get(uid) ?? []),
      );
    }
  }

  #loadOnce(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load(): Promise<void> {
    const seen = await readSeenTransactions(this.#ctx.db);
    const asOf = this.removals;
    const missingUids = new Set(Array.from(this.drivers.all(), ({ uid }) => uid));
    let rows: ActiveDriverRow[];
    let last: string | undefined;
    do {
      rows = await findDriversAfter(this.#ctx, last, PAGE_SIZE);
      for (const row of rows) if (this.put(row, asOf)) missingUids.delete(row.uid);
      last = rows.at(-1)?.uid;
    } while (rows.length === PAGE_SIZE);
    for (const uid of missingUids) this.remove(uid);
    this.#seen = seen;
  }

  /** After a failure the map is loaded from the database again. */
  async #applyOrForget(): Promise<number> {
    try {
      return await this.#applyNewEvents();
    } catch (error) {
      this.#seen = undefined;
      throw error;
    }
  }

  async #applyNewEvents(): Promise<number> {
    const before = this.#seen;
    if (!before) return 0;
    const { events, seen } = await this.#committedSince(before);
    const uids = [
      ...new Set(events.flatMap(({ payload }) => ("uid" in payload ? [payload.uid] : []))),
    ];
    if (uids.length > 0) {
      const asOf = this.removals;
      const rows = await findDrivers(this.#ctx, uids);
      const activeUids = new Set(rows.flatMap((row) => this.put(row, asOf)?.uid ?? []));
      for (const uid of uids) if (!activeUids.has(uid)) this.remove(uid);
    }
    this.#seen = seen;
    return events.length;
  }

  /** Reading events twice is harmless: each driver is read in their current state. */
  async #committedSince(before: SeenTransactions): Promise<{
    events: readonly StoredEvent[];
    seen: SeenTransactions;
  }> {
    const { db } = this.#ctx;
    const events: StoredEvent[] = [];
    let seen: SeenTransactions | undefined;
    for (;;) {
      const page = await readCommittedSince(db, "drivers", before, {
        after: events.at(-1),
        limit: EVENTS_PER_BATCH,
      });
      seen ??= page.seenTransactions;
      events.push(...page.events);
      if (page.events.length < EVENTS_PER_BATCH)
        return {
          events,
          seen,
        };
    }
  }

  #publishPositions(): void {
    const uids = [...this.#unpublished];
    this.#unpublished = new Set();
    const messages = uids.flatMap((uid) => {
      const driver = this.drivers.get(uid);
      return driver ? [toPositionMessage(driver)] : [];
    });
    for (let n = 0; n < messages.length; n += POSITIONS_PER_MESSAGE)
      this.#bus?.publish(CHANNEL, messages.slice(n, n + POSITIONS_PER_MESSAGE));
  }

  #receive(message: unknown): void {
    // Another release may send more, or something else.
    for (const item of z.array(z.unknown()).safeParse(message).data ?? []) {
      const known = Array.isArray(item) ? item.slice(0, PositionMessage.def.items.length) : item;
      const position = PositionMessage.safeParse(known).data;
      if (!position) continue;
      const [uid, lat, lng, heading, address, seenAtMs, ...approximate] = position;
      const [approximateLat, approximateLng, approximateHeading] = approximate;
      this.drivers.move(
        uid,
        {
          lat,
          lng,
          heading,
          address,
          seenAtMs,
        },
        {
          lat: approximateLat,
          lng: approximateLng,
          heading: approximateHeading,
        },
      );
    }
  }
}

function toPositionMessage({ uid, position, approximate }: Driver): PositionMessage {
  return [
    uid,
    position.lat,
    position.lng,
    position.heading,
    position.address,
    position.seenAtMs,
    approximate.lat,
    approximate.lng,
    approximate.heading,
  ];
}
