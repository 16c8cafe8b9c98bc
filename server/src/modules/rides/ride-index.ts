import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import { isStillThere } from "#platform/db/outbox.ts";
import { type Bell, keepReading } from "#platform/events.ts";
import { Problem } from "#platform/http/problem.ts";
import { fromDatabase, type Place, placeAt, readOn } from "./index-filling.ts";
import { type LastRead, layoutOf, readIndex, writeIndex } from "./index-file.ts";
import { sampleRides } from "./index-sample.ts";
import { indexSettings } from "./ride-way.ts";

/** Whoever has read nothing for so long was away: paused, or without its database, which may be another one by now. */
const IN_DOUBT_AFTER_MS = 60_000;
const SEARCH_WAITS_MS = 5_000;
const KEPT_EVERY_MS = 6 * HOUR_MS;

/** Where an index is kept between two runs of a process. */
export interface KeptIn {
  readonly file: string;
  /** Fewer rides are read from the database as fast. */
  readonly fewest?: number;
}
const FEWEST = 10_000;

/**
 * The rides still to leave, kept in this process so that a search touches only what may match. It is derived: the
 * database decides, and the index can be thrown away at any time. Where it is in doubt it is made anew beside the one in use.
 */
export class RideIndex {
  readonly #ctx: Context;
  readonly #kept: KeptIn | undefined;
  #rides: CorridorIndex | undefined;
  /** Nothing while the index is in doubt. */
  #place: Place | undefined;
  #readAtMs = 0;
  #failed = false;
  #told = 0;
  #reading: Promise<void> | undefined;
  #next: Promise<unknown> | undefined;
  #filling: Promise<void> | undefined;
  #writing: Promise<unknown> | undefined;
  #keptAtMs = performance.now();
  #keptOf: LastRead | undefined;
  #layoutNow: string | undefined;
  readonly #stopping = new AbortController();

  constructor(ctx: Context, kept?: KeptIn) {
    this.#ctx = ctx;
    this.#kept = kept;
  }

  get size(): number {
    return this.#rides?.size ?? 0;
  }

  /**
   * The index with everything in it that was committed before the call, also while other transactions are running; calls
   * that wait share one reading. While the index is rebuilt, and while writing it down takes longer than a search waits,
   * as it was just before. Throws Problem unavailable while there is none yet.
   */
  async upToDate(): Promise<CorridorIndex> {
    if (!this.#place) await this.#filled();
    if (this.#place && (await this.#isWritten())) await this.#readSince();
    if (!this.#rides) throw new Problem("unavailable");
    return this.#rides;
  }

  /** Throws while there is no index, or only one in doubt. */
  async ready(): Promise<void> {
    await this.upToDate();
    if (!this.#place) throw new Error("The rides are being read anew.");
  }

  /** Reads on whenever the bell rings. Gives back how to stop, which keeps the index for the next start. */
  follow(bell: Pick<Bell, "next" | "ring">): () => Promise<void> {
    const failed = (error: unknown) => this.#ctx.log.error({ err: error }, "following the rides failed");
    const stop = keepReading(() => this.#step(), bell, failed);
    return async () => {
      this.#stopping.abort();
      await stop();
      await this.#keep();
    };
  }

  /** Says how many events there were. */
  async #step(): Promise<number> {
    const before = this.#told;
    if (this.#place) await this.upToDate();
    else await this.#fill();
    if (performance.now() - this.#keptAtMs > KEPT_EVERY_MS) await this.#keep();
    return this.#told - before;
  }

  /** Writes the index down for the next start, if it is worth it. A failure is said and costs nothing else. */
  async #keep(): Promise<void> {
    const { log } = this.#ctx;
    this.#keptAtMs = performance.now();
    while (this.#reading) await this.#reading.catch(() => {});
    const lastRead = this.#place?.lastRead;
    if (!this.#kept || !this.#rides || !lastRead || this.#writing) return;
    const { file, fewest = FEWEST } = this.#kept;
    if (this.#rides.size < fewest || lastRead === this.#keptOf) return;
    try {
      const written = writeIndex(file, this.#rides, { lastRead, layout: this.#layout });
      this.#writing = written.catch(() => {}).then(() => (this.#writing = undefined));
      const finish = await written;
      await finish();
      this.#keptOf = lastRead;
    } catch (error) {
      log.warn({ err: error }, "the rides could not be kept for the next start");
    }
  }

  /** Waits while the index is written down, during which it must not change; false if that takes too long. */
  async #isWritten(): Promise<boolean> {
    if (!this.#writing) return true;
    return atMost(this.#writing, SEARCH_WAITS_MS);
  }

  async #readSince(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => (this.#reading = undefined));
      return this.#reading;
    }
    // The reading under way may have begun before what the caller knows of was committed.
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.upToDate();
      });
    await this.#next;
  }

  async #read(): Promise<void> {
    const [rides, place, startedAtMs] = [this.#rides, this.#place, performance.now()];
    if (!rides || !place) return;
    try {
      const away = this.#failed || startedAtMs - this.#readAtMs > IN_DOUBT_AFTER_MS;
      if (away && !(await this.#isWhereItWas(place))) return this.#doubt("the events since are gone");
      const { place: now, events } = await readOn(this.#ctx, rides, place);
      this.#place = now;
      this.#told += events;
      this.#readAtMs = startedAtMs;
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  async #isWhereItWas({ lastRead }: Place): Promise<boolean> {
    if (!lastRead) return false;
    return isStillThere(this.#ctx.db, { ...lastRead, at: new Date(lastRead.atMs) });
  }

  #doubt(reason: string): void {
    this.#ctx.log.warn({ reason }, "the rides are read anew");
    this.#place = undefined;
    void this.#fill();
  }

  /** Waits for the first filling, but not for ever; a later one is not waited for. */
  async #filled(): Promise<void> {
    const filling = this.#fill();
    if (this.#rides) return;
    await atMost(filling, SEARCH_WAITS_MS);
  }

  /** One at a time. A failure is said; whoever comes next tries again. */
  #fill(): Promise<void> {
    this.#filling ??= this.#made()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#ctx.log.error({ err: error }, "reading the rides failed");
      })
      .finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #made(): Promise<void> {
    const startedAtMs = performance.now();
    const kept = this.#rides ? undefined : await this.#fromFile();
    const { rides, place } = kept ?? (await fromDatabase(this.#ctx, this.#stopping.signal));
    const { place: now, events } = await readOn(this.#ctx, rides, place);
    this.#rides = rides;
    this.#place = now;
    this.#readAtMs = performance.now();
    this.#failed = false;
    const ms = Math.round(this.#readAtMs - startedAtMs);
    this.#ctx.log.debug({ rides: rides.size, kept: kept !== undefined, events, ms }, "the rides are read");
  }

  get #layout(): string {
    return (this.#layoutNow ??= layoutOf(sampleRides(this.#ctx), indexSettings(this.#ctx)));
  }

  /** What was kept, if nothing speaks against it; otherwise it is thrown away. */
  async #fromFile(): Promise<{ rides: CorridorIndex; place: Place } | undefined> {
    if (!this.#kept) return undefined;
    const { file } = this.#kept;
    const { log } = this.#ctx;
    const kept = await readIndex(file, indexSettings(this.#ctx), this.#layout).catch((error: unknown) => {
      if (!isMissing(error)) log.info({ err: error }, "what was kept of the rides cannot be used");
    });
    if (!kept) return undefined;
    const place = placeAt(kept.lastRead);
    if (await this.#isWhereItWas(place)) return { rides: kept.index, place };
    log.info("what was kept of the rides is too old, or of another database");
    await rm(file, { force: true });
    return undefined;
  }
}

/** Waits for something, but not longer than this; false if it is not done by then. */
async function atMost(done: Promise<unknown>, ms: number): Promise<boolean> {
  const tooLong = new AbortController();
  const late = sleep(ms, false, { signal: tooLong.signal }).catch(() => false);
  const inTime = await Promise.race([done.then(() => true), late]);
  tooLong.abort();
  return inTime;
}

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
