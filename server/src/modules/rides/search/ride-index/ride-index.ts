import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { CorridorIndex } from "@commonlane/matching/corridor-index";
import type { Context } from "#platform/context.ts";
import { findDatabaseFault, isDatabaseError } from "#platform/db/database-faults.ts";
import { COPY_IN_MEMORY, type NewEventSignal, startPolling } from "#platform/events/polling.ts";
import { Problem } from "#platform/http/problem.ts";
import { applyNewEvents, buildIndexFromDatabase, type IndexPosition } from "./fill-index.ts";
import { prepareRoads } from "./prepare-roads.ts";
import { type IndexFileOptions, isPositionKnown, StoredIndex } from "./stored-index.ts";

/** After this time without reading, the process was suspended or lost its database, which may be another one by now. */
const STALE_AFTER_MS = 60_000;
const SEARCH_TIMEOUT_MS = 5_000;
const SAVE_EVERY_MS = 6 * HOUR_MS;

/**
 * The upcoming rides in memory, so that a search reads only possible matches. Derived data: the database decides, and
 * the index can be dropped at any time. If it may be outdated, a new one is built beside the one in use.
 */
export class RideIndex {
  readonly #ctx: Context;
  readonly #stored: StoredIndex;
  #rides: CorridorIndex | undefined;
  /** Undefined while the index may be outdated. */
  #position: IndexPosition | undefined;
  #readAtMs = 0;
  #failed = false;
  #eventsRead = 0;
  #reading: Promise<void> | undefined;
  #next: Promise<unknown> | undefined;
  #building: Promise<void> | undefined;
  #savedAtMs = performance.now();
  readonly #stopping = new AbortController();
  #preparing: AbortController | undefined;

  constructor(ctx: Context, fileOptions?: IndexFileOptions) {
    this.#ctx = ctx;
    this.#stored = new StoredIndex(ctx, fileOptions);
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
    if (!this.#position) await this.#firstBuild();
    if (this.#position) await this.#readWhenWritten();
    if (!this.#rides) throw new Problem("unavailable");
    return this.#rides;
  }

  /** Throws if there is no index or it may be outdated. */
  async assertReady(): Promise<void> {
    await this.getUpToDate();
    if (!this.#position) throw new Error("The ride index is being rebuilt.");
  }

  /** Reads new events whenever signalled. Returns a function that stops this and saves the index for the next start. */
  follow(newEvents: Pick<NewEventSignal, "next" | "notify">): () => Promise<void> {
    const failed = (error: unknown) =>
      this.#ctx.log.error({ err: error }, "updating the ride index failed");
    const stop = startPolling(() => this.#step(), newEvents, failed, COPY_IN_MEMORY);
    const stopListening = this.#ctx.regions.onChange(() => this.#prepare());
    return async () => {
      stopListening();
      this.#stopping.abort();
      await stop();
      await this.#save();
    };
  }

  /** Returns the number of events. */
  async #step(): Promise<number> {
    const before = this.#eventsRead;
    if (this.#position) await this.getUpToDate();
    else await this.#buildOnce();
    if (performance.now() - this.#savedAtMs > SAVE_EVERY_MS) await this.#save();
    return this.#eventsRead - before;
  }

  async #save(): Promise<void> {
    this.#savedAtMs = performance.now();
    while (this.#reading) await this.#reading.catch(() => {});
    const lastRead = this.#position?.lastRead;
    if (this.#rides && lastRead) await this.#stored.save(this.#rides, lastRead);
  }

  /**
   * Waits while the index is written, because it must not change then; does not read if that takes too long. Between the
   * last look and the read nothing is awaited, and a save waits for reads in the same way: so one excludes the other.
   */
  async #readWhenWritten(): Promise<void> {
    while (this.#stored.writing)
      if (!(await finishesWithin(this.#stored.writing, SEARCH_TIMEOUT_MS))) return;
    await this.#readSince();
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
    const rides = this.#rides;
    const position = this.#position;
    const startedAtMs = performance.now();
    if (!rides || !position) return;
    try {
      const wasAway = this.#failed || startedAtMs - this.#readAtMs > STALE_AFTER_MS;
      if (wasAway && !(await isPositionKnown(this.#ctx, position)))
        return this.#invalidate("events since the last read were deleted");
      const applied = await applyNewEvents(this.#ctx, rides, position);
      this.#position = applied.position;
      this.#eventsRead += applied.events;
      this.#readAtMs = startedAtMs;
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      if (isFromDatabase(error)) throw error;
      this.#ctx.log.error({ err: error }, "the ride index is damaged");
      await this.#stored.forget();
      this.#invalidate("it is damaged");
    }
  }

  #invalidate(reason: string): void {
    this.#ctx.log.warn({ reason }, "rebuilding the ride index");
    this.#position = undefined;
    void this.#buildOnce();
  }

  /** Waits for the first build, but not forever; never waits for a later one. */
  async #firstBuild(): Promise<void> {
    const filling = this.#buildOnce();
    if (this.#rides) return;
    await finishesWithin(filling, SEARCH_TIMEOUT_MS);
  }

  /** Runs one build at a time. A failure is logged, and the next caller tries again. */
  #buildOnce(): Promise<void> {
    this.#building ??= this.#build()
      .catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#ctx.log.error({ err: error }, "building the ride index failed");
      })
      .finally(() => (this.#building = undefined));
    return this.#building;
  }

  async #build(): Promise<void> {
    const startedAtMs = performance.now();
    const saved = this.#rides ? undefined : await this.#restore();
    const { rides, position, events } = saved ?? (await this.#fill());
    this.#rides = rides;
    this.#position = position;
    this.#readAtMs = performance.now();
    this.#failed = false;
    this.#prepare();
    const ms = Math.round(this.#readAtMs - startedAtMs);
    this.#ctx.log.debug(
      {
        rides: rides.size,
        fromFile: saved !== undefined,
        events,
        ms,
      },
      "the ride index is built",
    );
  }

  /** Finds the roads at all rides in the background; starts again for the rides of a new index or region. */
  #prepare(): void {
    const rides = this.#rides;
    if (!rides) return;
    this.#preparing?.abort();
    this.#preparing = new AbortController();
    const { signal } = this.#stopping;
    prepareRoads(this.#ctx, rides, AbortSignal.any([signal, this.#preparing.signal])).catch(
      (error: unknown) => {
        if (!isAborted(error)) this.#ctx.log.warn({ err: error }, "preparing the roads failed");
      },
    );
  }

  async #fill() {
    const { rides, position } = await buildIndexFromDatabase(this.#ctx, this.#stopping.signal);
    return {
      rides,
      ...(await applyNewEvents(this.#ctx, rides, position)),
    };
  }

  /** The saved index, brought up to date; undefined if that shows that it is damaged. */
  async #restore() {
    const saved = await this.#stored.load();
    if (!saved) return undefined;
    try {
      return {
        rides: saved.rides,
        ...(await applyNewEvents(this.#ctx, saved.rides, saved.position)),
      };
    } catch (error) {
      if (isFromDatabase(error)) throw error;
      this.#ctx.log.error({ err: error }, "the saved ride index is damaged");
      await this.#stored.forget();
      return undefined;
    }
  }
}

/** Waits for at most this time. Returns false if the work is not done by then. */
async function finishesWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  const tooLong = new AbortController();
  const timeout = sleep(ms, false, { signal: tooLong.signal }).catch(() => false);
  const inTime = await Promise.race([done.then(() => true), timeout]);
  tooLong.abort();
  return inTime;
}

/** Anything else that is thrown while events are applied says that the index does not fit them. */
const isFromDatabase = (error: unknown) =>
  isDatabaseError(error) || findDatabaseFault(error) !== undefined;

const isAborted = (error: unknown) => error instanceof Error && error.name === "AbortError";
