import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { committedSince, type Seen, seenNow } from "#platform/db/committed-events.ts";
import type { StoredEvent } from "#platform/db/outbox.ts";
import { type Bell, keepReading } from "#platform/events.ts";
import { type ActiveDriverRow, driversAfter, findDriver, findDrivers, keepPositions } from "./active-drivers.store.ts";
import { type Driver, DriversOnMap, type Position } from "./on-map.ts";

const PAGE = 2_000;
const EVENTS_AT_ONCE = 1_000;
/** Other processes hear of a position within this time. */
const TELL_EVERY_MS = 250;
const TOLD_AT_ONCE = 500;
const SAVE_EVERY_MS = 5_000;
const SAVED_AFTER_MS = 50_000;
const SAVED_AT_ONCE = 1_000;
/** What the database knows of a position is never older than this while a server runs. */
export const SAVED_WITHIN_MS = 90_000;
/** Longer than any query that reads drivers takes. */
const GONE_KNOWN_MS = 60_000;
const CHANNEL = "positions";

/** Takes positions to the other processes and brings theirs; any may be lost. */
export interface PositionBus {
  tell(channel: string, message: readonly Told[]): void;
  hear(channel: string, heard: (message: unknown) => void): () => void;
}
const Told = z.tuple([
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
type Told = z.infer<typeof Told>;

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
  #seen: Seen | undefined;
  #filling: Promise<void> | undefined;
  #followed = false;
  /** Moved by calls to this process: since when that is not written down, and whom the others have not heard of. */
  readonly #unsaved = new Map<string, number>();
  #untold = new Set<string>();
  #removals = 0;
  /** Who went off the map lately, as which of the removals, and when. */
  readonly #gone = new Map<string, { readonly nth: number; readonly atMs: number }>();

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
    const known = this.drivers.get(uid);
    if (known && this.drivers.isThere(known, this.#ctx.now())) return known;
    const asOf = this.removals;
    const row = await findDriver(this.#ctx.db, uid);
    const driver = row && this.put(row, asOf);
    return driver && this.drivers.isThere(driver, this.#ctx.now()) ? driver : undefined;
  }

  /** How many went off the map so far: to be asked before reading what `put` is given. */
  get removals(): number {
    return this.#removals;
  }

  /** Nobody comes back by what was read of them before they went; the follower brings whoever did come back. */
  put(row: ActiveDriverRow, asOf: number): Driver | undefined {
    const gone = this.#gone.get(row.uid);
    return gone && gone.nth > asOf ? undefined : this.drivers.put(row);
  }

  remove(uid: string): void {
    this.drivers.remove(uid);
    this.#unsaved.delete(uid);
    const atMs = performance.now();
    this.#gone.delete(uid);
    this.#gone.set(uid, { nth: ++this.#removals, atMs });
    for (const [one, went] of this.#gone) {
      if (went.atMs > atMs - GONE_KNOWN_MS) break;
      this.#gone.delete(one);
    }
  }

  move(uid: string, position: Position): void {
    this.drivers.move(uid, position);
    if (!this.#unsaved.has(uid)) this.#unsaved.set(uid, performance.now());
    if (this.#bus) this.#untold.add(uid);
  }

  /** Keeps the map right from now on. Gives back how to stop, which writes down where everybody is. */
  keep(bell: Pick<Bell, "next" | "ring">): () => Promise<void> {
    this.#followed = true;
    const failed = (error: unknown) => this.#ctx.log.error({ err: error }, "following the active drivers failed");
    const step = async () => (this.#seen ? this.#readOn() : this.#filled().then(() => 0));
    const stopReading = keepReading(step, bell, failed);
    const stopHearing = this.#bus?.hear(CHANNEL, (message) => this.#hear(message));
    const telling = setInterval(() => this.#tell(), TELL_EVERY_MS);
    const saving = setInterval(() => void this.save(SAVED_AFTER_MS).catch(failed), SAVE_EVERY_MS);
    return async () => {
      clearInterval(telling);
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
      const uids = due.splice(0, SAVED_AT_ONCE);
      for (const uid of uids) this.#unsaved.delete(uid);
      await keepPositions(
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
    const seen = await seenNow(this.#ctx.db);
    const asOf = this.removals;
    const known = new Set(Array.from(this.drivers.all(), ({ uid }) => uid));
    let rows: ActiveDriverRow[];
    let last: string | undefined;
    do {
      rows = await driversAfter(this.#ctx, last, PAGE);
      for (const row of rows) if (this.put(row, asOf)) known.delete(row.uid);
      last = rows.at(-1)?.uid;
    } while (rows.length === PAGE);
    for (const uid of known) this.remove(uid);
    this.#seen = seen;
  }

  async #readOn(): Promise<number> {
    const before = this.#seen;
    if (!before) return 0;
    const { events, seen } = await this.#committedSince(before);
    const uids = [...new Set(events.flatMap(({ fact }) => ("uid" in fact ? [fact.uid] : [])))];
    if (uids.length > 0) {
      const asOf = this.removals;
      const rows = await findDrivers(this.#ctx, uids);
      const there = new Set(rows.flatMap((row) => this.put(row, asOf)?.uid ?? []));
      for (const uid of uids) if (!there.has(uid)) this.remove(uid);
    }
    this.#seen = seen;
    return events.length;
  }

  /** Read again is harmless: each driver is looked up as they are now. */
  async #committedSince(before: Seen): Promise<{ events: readonly StoredEvent[]; seen: Seen }> {
    const { db } = this.#ctx;
    const events: StoredEvent[] = [];
    let seen: Seen | undefined;
    for (;;) {
      const page = await committedSince(db, "drivers", before, { after: events.at(-1), most: EVENTS_AT_ONCE });
      seen ??= page.seen;
      events.push(...page.events);
      if (page.events.length < EVENTS_AT_ONCE) return { events, seen };
    }
  }

  #tell(): void {
    const uids = [...this.#untold];
    this.#untold = new Set();
    const told = uids.flatMap((uid) => {
      const driver = this.drivers.get(uid);
      return driver ? [toldOf(driver)] : [];
    });
    for (let n = 0; n < told.length; n += TOLD_AT_ONCE) this.#bus?.tell(CHANNEL, told.slice(n, n + TOLD_AT_ONCE));
  }

  #hear(message: unknown): void {
    for (const [uid, lat, lng, heading, address, seenAtMs, ...about] of z.array(Told).parse(message)) {
      const [aboutLat, aboutLng, aboutHeading] = about;
      this.drivers.move(
        uid,
        { lat, lng, heading, address, seenAtMs },
        { lat: aboutLat, lng: aboutLng, heading: aboutHeading },
      );
    }
  }
}

const toldOf = ({ uid, position, about }: Driver): Told => [
  uid,
  position.lat,
  position.lng,
  position.heading,
  position.address,
  position.seenAtMs,
  about.lat,
  about.lng,
  about.heading,
];
