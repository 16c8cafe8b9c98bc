import { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { MatchRide } from "@commonlane/matching/rule";
import type { Context } from "#platform/context.ts";
import { type Bookmark, bookmarkNow, eventsAfter } from "#platform/db/outbox.ts";
import { ridesForIndex } from "./ride-lists.store.ts";
import { matchSettings } from "./ride-way.ts";
import { findRides, type RideRow } from "./rides.store.ts";

const FILL_BATCH = 2000;
/** Events are kept for days; after so long without reading, some may be gone, and the index is filled anew. */
const IN_DOUBT_AFTER_MS = 3_600_000;

/**
 * The rides still to leave, kept in this process so that a search touches only what may match. It is derived: the
 * database decides, and the index can be thrown away at any time.
 */
export class RideIndex {
  readonly #ctx: Context;
  #rides: CorridorIndex;
  #bookmark: Bookmark | undefined;
  #readAtMs = 0;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#rides = new CorridorIndex(matchSettings(ctx.settings));
  }

  get size(): number {
    return this.#rides.size;
  }

  /** The index with everything in it that was committed before the call. Calls that wait share one reading. */
  async upToDate(): Promise<CorridorIndex> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => (this.#reading = undefined));
      await this.#reading;
    } else {
      // The reading under way may have begun before what the caller knows of was committed.
      this.#next ??= this.#reading
        .catch(() => undefined)
        .then(() => {
          this.#next = undefined;
          return this.upToDate();
        })
        .then(() => undefined);
      await this.#next;
    }
    return this.#rides;
  }

  async #read(): Promise<void> {
    const startedAtMs = performance.now();
    if (!this.#bookmark || startedAtMs - this.#readAtMs > IN_DOUBT_AFTER_MS) this.#bookmark = await this.#fill();
    for (;;) {
      const events = await eventsAfter(this.#ctx.db, this.#bookmark, "rides");
      const last = events.at(-1);
      if (!last) break;
      const ids = events.flatMap(({ fact }) => ("rideId" in fact ? [fact.rideId] : []));
      await this.#refresh([...new Set(ids)]);
      this.#bookmark = last;
    }
    this.#readAtMs = startedAtMs;
  }

  /** Takes the present as the bookmark before it reads, so that nothing falls between. */
  async #fill(): Promise<Bookmark> {
    const bookmark = await bookmarkNow(this.#ctx.db);
    const rides = new CorridorIndex(matchSettings(this.#ctx.settings));
    let rows: RideRow[] = [];
    do {
      rows = await ridesForIndex(this.#ctx, rows.at(-1)?.id, FILL_BATCH);
      for (const row of rows) rides.put(asMatchRide(row));
    } while (rows.length === FILL_BATCH);
    this.#rides = rides;
    return bookmark;
  }

  async #refresh(ids: readonly string[]): Promise<void> {
    const rows = new Map((await findRides(this.#ctx, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      const row = rows.get(id);
      if (row?.status === "scheduled") this.#rides.put(asMatchRide(row));
      else this.#rides.remove(id);
    }
  }
}

/** A ride as matching knows it. */
export const asMatchRide = (row: RideRow): MatchRide => ({
  id: row.id,
  points: row.points,
  departsAtMs: row.departs_at.getTime(),
  seatsLeft: row.seats_left,
  maxDetourM: row.max_detour_m,
  maxDetourS: row.max_detour_s,
});
