import { z } from "zod";
import type { Context } from "#platform/context.ts";
import {
  readCommittedSince,
  type SeenTransactions,
  readSeenTransactions,
} from "#platform/db/outbox/committed-events.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { type NewEventSignal, startPolling } from "#platform/events/event-consumer.ts";
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
/** Other processes hear of a position within this time. */
const PUBLISH_EVERY_MS = 250;
const POSITIONS_PER_MESSAGE = 500;
const SAVE_EVERY_MS = 5_000;
const SAVE_AFTER_MS = 50_000;
const SAVE_BATCH_SIZE = 1_000;
/** What the database knows of a position is never older than this while a server runs. */
export const MAX_UNSAVED_MS = 90_000;
/** Longer than any query that reads drivers takes. */
const REMOVAL_REMEMBERED_MS = 60_000;
const CHANNEL = "positions";

/** Takes positions to the other processes and brings theirs; any may be lost. */
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
 * The map of active drivers as this process knows it. Who is on it is a fact, and is read from the database and its
 * events; where they are comes from calls and from the other processes, is kept in memory, and is written down once a
 * minute at most, so that the next start knows about where everybody was.
 */
export class LiveMap {
  readonly drivers: DriversOnMap;
  readonly #ctx: Context;
  readonly #bus: PositionBus | undefined;
  /** Which events it has read; undefined until it was filled. */
  #seen: SeenTransactions | undefined;
  #filling: Promise<void> | undefined;
  #followed = false;
  /** Moved by calls to this process: since when that is not written down, and whom the others have not heard of. */
  readonly #unsaved = new Map<string, number>();
  #untold = new Set<string>();
  #removals = 0;
  /** Who went off the map lately, as which of the removals, and when. */
  readonly #gone = new Map<string, { readonly removalNumber: number; readonly atMs: number }>();

  constructor(ctx: Context, bus?: PositionBus) {
    this.#ctx = ctx;
    this.#bus = bus;
    this.drivers = new DriversOnMap(ctx.settings);
  }

  /** Done when everybody is on it whom the database knew of when it was read; without a follower that is now. */
  async upToDate(): Promise<void> {
    if (!this.#seen) await this.#filled();
    else if (!this.#followed) await this.#readOn();
  }

  /** Whoever is active now; the database is asked where this process does not know them, or heard nothing for long. */
  async find(uid: string): Promise<Driver | undefined> {
    const existing = this.drivers.get(uid);
    if (existing && this.drivers.isActive(existing, this.#ctx.now())) return existing;
    const asOf = this.removals;
    const row = await findDriver(this.#ctx.db, uid);
    const driver = row && this.put(row, asOf);
    return driver && this.drivers.isActive(driver, this.#ctx.now()) ? driver : undefined;
  }

  /** How many went off the map so far: to be asked before reading what `put` is given. */
  get removals(): number {
    return this.#removals;
  }

  /** Nobody comes back by what was read of them before they went; the follower brings whoever did come back. */
  put(row: ActiveDriverRow, asOf: number): Driver | undefined {
    const removal = this.#gone.get(row.uid);
    return removal && removal.removalNumber > asOf ? undefined : this.drivers.put(row);
  }

  remove(uid: string): void {
    this.drivers.remove(uid);
    this.#unsaved.delete(uid);
    const atMs = performance.now();
    this.#gone.delete(uid);
    this.#gone.set(uid, { removalNumber: ++this.#removals, atMs });
    for (const [removedUid, removal] of this.#gone) {
      if (removal.atMs > atMs - REMOVAL_REMEMBERED_MS) break;
      this.#gone.delete(removedUid);
    }
  }

  move(uid: string, position: Position): void {
    this.drivers.move(uid, position);
    if (!this.#unsaved.has(uid)) this.#unsaved.set(uid, performance.now());
    if (this.#bus) this.#untold.add(uid);
  }

  /** Keeps the map right from now on. Gives back how to stop, which writes down where everybody is. */
  start(bell: Pick<NewEventSignal, "next" | "notify">): () => Promise<void> {
    this.#followed = true;
    const failed = (error: unknown) => this.#ctx.log.error({ err: error }, "following the active drivers failed");
    const step = async () => (this.#seen ? this.#readOn() : this.#filled().then(() => 0));
    const stopReading = startPolling(step, bell, failed);
    const stopHearing = this.#bus?.subscribe(CHANNEL, (message) => this.#hear(message));
    const publishing = setInterval(() => this.#tell(), PUBLISH_EVERY_MS);
    const saving = setInterval(() => void this.save(SAVE_AFTER_MS).catch(failed), SAVE_EVERY_MS);
    return async () => {
      clearInterval(publishing);
      clearInterval(saving);
      stopHearing?.();
      await stopReading();
      await this.save().catch(failed);
    };
  }

  /** Writes down the positions that have not been for so long. */
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

  #filled(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const seen = await readSeenTransactions(this.#ctx.db);
    const asOf = this.removals;
    const known = new Set(Array.from(this.drivers.all(), ({ uid }) => uid));
    let rows: ActiveDriverRow[];
    let last: string | undefined;
    do {
      rows = await findDriversAfter(this.#ctx, last, PAGE_SIZE);
      for (const row of rows) if (this.put(row, asOf)) known.delete(row.uid);
      last = rows.at(-1)?.uid;
    } while (rows.length === PAGE_SIZE);
    for (const uid of known) this.remove(uid);
    this.#seen = seen;
  }

  async #readOn(): Promise<number> {
    const before = this.#seen;
    if (!before) return 0;
    const { events, seen } = await this.#committedSince(before);
    const uids = [...new Set(events.flatMap(({ fact: event }) => ("uid" in event ? [event.uid] : [])))];
    if (uids.length > 0) {
      const asOf = this.removals;
      const rows = await findDrivers(this.#ctx, uids);
      const activeUids = new Set(rows.flatMap((row) => this.put(row, asOf)?.uid ?? []));
      for (const uid of uids) if (!activeUids.has(uid)) this.remove(uid);
    }
    this.#seen = seen;
    return events.length;
  }

  /** Read again is harmless: each driver is looked up as they are now. */
  async #committedSince(before: SeenTransactions): Promise<{ events: readonly StoredEvent[]; seen: SeenTransactions }> {
    const { db } = this.#ctx;
    const events: StoredEvent[] = [];
    let seen: SeenTransactions | undefined;
    for (;;) {
      const page = await readCommittedSince(db, "drivers", before, { after: events.at(-1), limit: EVENTS_PER_BATCH });
      seen ??= page.seenTransactions;
      events.push(...page.events);
      if (page.events.length < EVENTS_PER_BATCH) return { events, seen };
    }
  }

  #tell(): void {
    const uids = [...this.#untold];
    this.#untold = new Set();
    const messages = uids.flatMap((uid) => {
      const driver = this.drivers.get(uid);
      return driver ? [toPositionMessage(driver)] : [];
    });
    for (let n = 0; n < messages.length; n += POSITIONS_PER_MESSAGE)
      this.#bus?.publish(CHANNEL, messages.slice(n, n + POSITIONS_PER_MESSAGE));
  }

  #hear(message: unknown): void {
    for (const [uid, lat, lng, heading, address, seenAtMs, ...approximate] of z.array(PositionMessage).parse(message)) {
      const [aboutLat, aboutLng, aboutHeading] = approximate;
      this.drivers.move(
        uid,
        { lat, lng, heading, address, seenAtMs },
        { lat: aboutLat, lng: aboutLng, heading: aboutHeading },
      );
    }
  }
}

const toPositionMessage = ({ uid, position, approximate }: Driver): PositionMessage => [
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
