import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import { isEventStored } from "#platform/db/outbox/outbox.ts";
import { type NewEventSignal, startPolling } from "#platform/events/event-consumer.ts";
import { Problem } from "#platform/http/problem.ts";
import { buildIndexFromDatabase, type IndexPosition, positionAfter, applyNewEvents } from "./fill-index.ts";
import { type LastReadEvent, hashIndexLayout, readIndexFile, writeIndexFile } from "./index-file.ts";
import { sampleRides } from "./sample-rides.ts";
import { indexSettings } from "../route/ride-route.ts";

/** After this time without reading, the process was suspended or lost its database, which may be another one by now. */
const STALE_AFTER_MS = 60_000;
const SEARCH_TIMEOUT_MS = 5_000;
const SAVE_EVERY_MS = 6 * HOUR_MS;

/** Where an index is stored between two runs of a process. */
export interface IndexFileOptions {
  readonly file: string;
  /** Below this number, reading from the database is just as fast. */
  readonly minRides?: number;
}
const MIN_RIDES_TO_SAVE = 10_000;

/**
 * The upcoming rides in memory, so that a search reads only possible matches. Derived data: the database decides, and
 * the index can be dropped at any time. If it may be outdated, a new one is built beside the one in use.
 */
export class RideIndex {
  readonly #ctx: Context;
  readonly #kept: IndexFileOptions | undefined;
  #rides: CorridorIndex | undefined;
  /** Undefined while the index may be outdated. */
  #place: IndexPosition | undefined;
  #readAtMs = 0;
  #failed = false;
  #told = 0;
  #reading: Promise<void> | undefined;
  #next: Promise<unknown> | undefined;
  #filling: Promise<void> | undefined;
  #writing: Promise<unknown> | undefined;
  #keptAtMs = performance.now();
  #keptOf: LastReadEvent | undefined;
  #layoutNow: string | undefined;
  readonly #stopping = new AbortController();

  constructor(ctx: Context, kept?: IndexFileOptions) {
    this.#ctx = ctx;
    this.#kept = kept;
  }

  get size(): number {
    return this.#rides?.size ?? 0;
  }

  /**
   * Returns the index with everything committed before the call, also while other transactions are running. Concurrent
   * callers share one read. Returns the previous state while the index is rebuilt, and while it is written to disk for
   * longer than a search can wait. Throws Problem unavailable if there is no index yet.
   */
  async getUpToDate(): Promise<CorridorIndex> {
    if (!this.#place) await this.#filled();
    if (this.#place && (await this.#isWritten())) await this.#readSince();
    if (!this.#rides) throw new Problem("unavailable");
    return this.#rides;
  }

  /** Throws if there is no index or it may be outdated. */
  async assertReady(): Promise<void> {
    await this.getUpToDate();
    if (!this.#place) throw new Error("The ride index is being rebuilt.");
  }

  /** Reads new events whenever signalled. Returns a function that stops this and saves the index for the next start. */
  follow(bell: Pick<NewEventSignal, "next" | "notify">): () => Promise<void> {
    const failed = (error: unknown) => this.#ctx.log.error({ err: error }, "updating the ride index failed");
    const stop = startPolling(() => this.#step(), bell, failed);
    return async () => {
      this.#stopping.abort();
      await stop();
      await this.#keep();
    };
  }

  /** Returns the number of events. */
  async #step(): Promise<number> {
    const before = this.#told;
    if (this.#place) await this.getUpToDate();
    else await this.#fill();
    if (performance.now() - this.#keptAtMs > SAVE_EVERY_MS) await this.#keep();
    return this.#told - before;
  }

  /** Saves the index for the next start if it is large enough. A failure is logged and has no other effect. */
  async #keep(): Promise<void> {
    const { log } = this.#ctx;
    this.#keptAtMs = performance.now();
    while (this.#reading) await this.#reading.catch(() => {});
    const lastRead = this.#place?.lastRead;
    if (!this.#kept || !this.#rides || !lastRead || this.#writing) return;
    const { file, minRides = MIN_RIDES_TO_SAVE } = this.#kept;
    if (this.#rides.size < minRides || lastRead === this.#keptOf) return;
    try {
      const written = writeIndexFile(file, this.#rides, { lastRead, layout: this.#layout });
      this.#writing = written.catch(() => {}).then(() => (this.#writing = undefined));
      const finish = await written;
      await finish();
      this.#keptOf = lastRead;
    } catch (error) {
      log.warn({ err: error }, "the ride index could not be saved for the next start");
    }
  }

  /** Waits while the index is written, because it must not change then. Returns false if that takes too long. */
  async #isWritten(): Promise<boolean> {
    if (!this.#writing) return true;
    return finishesWithin(this.#writing, SEARCH_TIMEOUT_MS);
  }

  async #readSince(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => (this.#reading = undefined));
      return this.#reading;
    }
    // The current read may have begun before the caller's data was committed.
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.getUpToDate();
      });
    await this.#next;
  }

  async #read(): Promise<void> {
    const [rides, position, startedAtMs] = [this.#rides, this.#place, performance.now()];
    if (!rides || !position) return;
    try {
      const away = this.#failed || startedAtMs - this.#readAtMs > STALE_AFTER_MS;
      if (away && !(await this.#isWhereItWas(position))) return this.#doubt("the events since are gone");
      const { position: now, events } = await applyNewEvents(this.#ctx, rides, position);
      this.#place = now;
      this.#told += events;
      this.#readAtMs = startedAtMs;
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      throw error;
    }
  }

  async #isWhereItWas({ lastRead }: IndexPosition): Promise<boolean> {
    if (!lastRead) return false;
    return isEventStored(this.#ctx.db, { ...lastRead, at: new Date(lastRead.atMs) });
  }

  #doubt(reason: string): void {
    this.#ctx.log.warn({ reason }, "rebuilding the ride index");
    this.#place = undefined;
    void this.#fill();
  }

  /** Waits for the first build, but not forever; never waits for a later one. */
  async #filled(): Promise<void> {
    const filling = this.#fill();
    if (this.#rides) return;
    await finishesWithin(filling, SEARCH_TIMEOUT_MS);
  }

  /** Runs one build at a time. A failure is logged, and the next caller tries again. */
  #fill(): Promise<void> {
    this.#filling ??= this.#made()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#ctx.log.error({ err: error }, "building the ride index failed");
      })
      .finally(() => (this.#filling = undefined));
    return this.#filling;
  }

  async #made(): Promise<void> {
    const startedAtMs = performance.now();
    const kept = this.#rides ? undefined : await this.#fromFile();
    const { rides, position } = kept ?? (await buildIndexFromDatabase(this.#ctx, this.#stopping.signal));
    const { position: now, events } = await applyNewEvents(this.#ctx, rides, position);
    this.#rides = rides;
    this.#place = now;
    this.#readAtMs = performance.now();
    this.#failed = false;
    const ms = Math.round(this.#readAtMs - startedAtMs);
    this.#ctx.log.debug({ rides: rides.size, kept: kept !== undefined, events, ms }, "the ride index is built");
  }

  get #layout(): string {
    return (this.#layoutNow ??= hashIndexLayout(sampleRides(this.#ctx), indexSettings(this.#ctx)));
  }

  /** Loads the saved index if it can be used; otherwise ignores it. */
  async #fromFile(): Promise<{ rides: CorridorIndex; position: IndexPosition } | undefined> {
    if (!this.#kept) return undefined;
    const { file } = this.#kept;
    const { log } = this.#ctx;
    const kept = await readIndexFile(file, indexSettings(this.#ctx), this.#layout).catch((error: unknown) => {
      if (!isFileMissing(error)) log.info({ err: error }, "the saved ride index cannot be used");
    });
    if (!kept) return undefined;
    const position = positionAfter(kept.lastRead);
    if (await this.#isWhereItWas(position)) return { rides: kept.index, position };
    log.info("the saved ride index is too old or belongs to another database");
    await rm(file, { force: true });
    return undefined;
  }
}

/** Waits for at most this time. Returns false if the work is not done by then. */
async function finishesWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const tooLong = new AbortController();
  const late = sleep(ms, false, { signal: tooLong.signal }).catch(() => false);
  const inTime = await Promise.race([done.then(() => true), late]);
  tooLong.abort();
  return inTime;
}

const isFileMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
