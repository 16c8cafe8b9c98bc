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

/** Whoever has read nothing for so long was away: paused, or without its database, which may be another one by now. */
const STALE_AFTER_MS = 60_000;
const SEARCH_TIMEOUT_MS = 5_000;
const SAVE_EVERY_MS = 6 * HOUR_MS;

/** Where an index is kept between two runs of a process. */
export interface IndexFileOptions {
  readonly file: string;
  /** Fewer rides are read from the database as fast. */
  readonly minRides?: number;
}
const MIN_RIDES_TO_SAVE = 10_000;

/**
 * The rides still to leave, kept in this process so that a search touches only what may match. It is derived: the
 * database decides, and the index can be thrown away at any time. Where it is in doubt it is made anew beside the one in use.
 */
export class RideIndex {
  readonly #ctx: Context;
  readonly #kept: IndexFileOptions | undefined;
  #rides: CorridorIndex | undefined;
  /** Nothing while the index is in doubt. */
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
   * The index with everything in it that was committed before the call, also while other transactions are running; calls
   * that wait share one reading. While the index is rebuilt, and while writing it down takes longer than a search waits,
   * as it was just before. Throws Problem unavailable while there is none yet.
   */
  async getUpToDate(): Promise<CorridorIndex> {
    if (!this.#place) await this.#filled();
    if (this.#place && (await this.#isWritten())) await this.#readSince();
    if (!this.#rides) throw new Problem("unavailable");
    return this.#rides;
  }

  /** Throws while there is no index, or only one in doubt. */
  async assertReady(): Promise<void> {
    await this.getUpToDate();
    if (!this.#place) throw new Error("The rides are being read anew.");
  }

  /** Reads on whenever the bell rings. Gives back how to stop, which keeps the index for the next start. */
  follow(bell: Pick<NewEventSignal, "next" | "notify">): () => Promise<void> {
    const failed = (error: unknown) => this.#ctx.log.error({ err: error }, "following the rides failed");
    const stop = startPolling(() => this.#step(), bell, failed);
    return async () => {
      this.#stopping.abort();
      await stop();
      await this.#keep();
    };
  }

  /** Says how many events there were. */
  async #step(): Promise<number> {
    const before = this.#told;
    if (this.#place) await this.getUpToDate();
    else await this.#fill();
    if (performance.now() - this.#keptAtMs > SAVE_EVERY_MS) await this.#keep();
    return this.#told - before;
  }

  /** Writes the index down for the next start, if it is worth it. A failure is said and costs nothing else. */
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
      log.warn({ err: error }, "the rides could not be kept for the next start");
    }
  }

  /** Waits while the index is written down, during which it must not change; false if that takes too long. */
  async #isWritten(): Promise<boolean> {
    if (!this.#writing) return true;
    return finishesWithin(this.#writing, SEARCH_TIMEOUT_MS);
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
    this.#ctx.log.warn({ reason }, "the rides are read anew");
    this.#place = undefined;
    void this.#fill();
  }

  /** Waits for the first filling, but not for ever; a later one is not waited for. */
  async #filled(): Promise<void> {
    const filling = this.#fill();
    if (this.#rides) return;
    await finishesWithin(filling, SEARCH_TIMEOUT_MS);
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
    const { rides, position } = kept ?? (await buildIndexFromDatabase(this.#ctx, this.#stopping.signal));
    const { position: now, events } = await applyNewEvents(this.#ctx, rides, position);
    this.#rides = rides;
    this.#place = now;
    this.#readAtMs = performance.now();
    this.#failed = false;
    const ms = Math.round(this.#readAtMs - startedAtMs);
    this.#ctx.log.debug({ rides: rides.size, kept: kept !== undefined, events, ms }, "the rides are read");
  }

  get #layout(): string {
    return (this.#layoutNow ??= hashIndexLayout(sampleRides(this.#ctx), indexSettings(this.#ctx)));
  }

  /** What was kept, if nothing speaks against it; otherwise it is thrown away. */
  async #fromFile(): Promise<{ rides: CorridorIndex; position: IndexPosition } | undefined> {
    if (!this.#kept) return undefined;
    const { file } = this.#kept;
    const { log } = this.#ctx;
    const kept = await readIndexFile(file, indexSettings(this.#ctx), this.#layout).catch((error: unknown) => {
      if (!isFileMissing(error)) log.info({ err: error }, "what was kept of the rides cannot be used");
    });
    if (!kept) return undefined;
    const position = positionAfter(kept.lastRead);
    if (await this.#isWhereItWas(position)) return { rides: kept.index, position };
    log.info("what was kept of the rides is too old, or of another database");
    await rm(file, { force: true });
    return undefined;
  }
}

/** Waits for something, but not longer than this; false if it is not done by then. */
async function finishesWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const tooLong = new AbortController();
  const late = sleep(ms, false, { signal: tooLong.signal }).catch(() => false);
  const inTime = await Promise.race([done.then(() => true), late]);
  tooLong.abort();
  return inTime;
}

const isFileMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";
