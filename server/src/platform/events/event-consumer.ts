import { setTimeout as sleep } from "node:timers/promises";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { type Context, type InTransaction, transaction } from "../context.ts";
import { type Connection, listen } from "../db/database.ts";
import {
  readBatchAfter,
  type Offset,
  readCurrentOffset,
  claimBatch,
  advanceOffset,
  type StoredEvent,
} from "../db/outbox/outbox.ts";
import { setEventsAside } from "../db/outbox/outbox-state.ts";
import { EVENT_CHANNEL } from "../db/outbox/notify.ts";
import { isTransientError, RETRY_POLICY, type RetryPolicy, ConsumerBackoff } from "./consumer-backoff.ts";

/** After a ring we look again this soon, then ever later: an older transaction may still have held its event back. */
const POLL_INTERVAL_MS = { first: 50, limit: 5_000 };
/** How much a named follower takes into one transaction. */
const CONSUMER_BATCH_SIZE = 1_000;
/** How many events a passing follower reads at once. */
const LIVE_BATCH_SIZE = 1_000;
const LARGEST_XID = 2n ** 64n - 1n;

/** Reads a few events on and says how many; 0 means there is nothing more for now. */
export type PollOnce = () => Promise<number>;

/** A place in the one order of everything, as clients keep it. */
export const formatSeq = ({ xid, id }: Offset): string => `${xid}.${id}`;

/** The place that `formatSeq` wrote; undefined for anything else. */
export function parseSeq(seq: string): Offset | undefined {
  const [, xid = "", id = ""] = /^(\d{1,20})\.(\d{1,16})$/.exec(seq) ?? [];
  if (!xid || BigInt(xid) > LARGEST_XID || Number(id) > Number.MAX_SAFE_INTEGER) return undefined;
  return { xid: String(BigInt(xid)), id: Number(id) };
}

/** Whether `a` comes after `b`. */
export function isAfter(a: Offset, b: Offset): boolean {
  return a.xid === b.xid ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid);
}

/** What a named follower is. */
interface ConsumerDefinition {
  /** Under which its place is kept: never changed once released. */
  readonly name: string;
  /** The types of facts it reads; all, unless said. */
  readonly eventTypes?: readonly DomainEvent["type"][];
  /** It stays so far behind: an event waits until it is so old. */
  readonly delayS?: number;
  /** Takes what happened, in order, as much of it as there was at once: in few statements, however many events it is. */
  readonly handle: (ctx: InTransaction, events: readonly StoredEvent[]) => Promise<void>;
}

/**
 * A follower whose place is kept in the database and moves together with its work, so that each event counts once,
 * whichever process reads it and however often that process dies. It may only write: slow work belongs to a job. An event
 * that it fails at again and again is set aside, so that everything behind it goes on.
 */
export function createConsumer(
  ctx: Context,
  { name, eventTypes, delayS, handle }: ConsumerDefinition,
  retryPolicy: RetryPolicy = RETRY_POLICY,
): PollOnce {
  const backoff = new ConsumerBackoff(CONSUMER_BATCH_SIZE, retryPolicy);
  let lookedAt = 0;
  const runBatch = (work: ConsumerDefinition["handle"]) => {
    lookedAt = 0;
    return transaction(ctx, async (ctx) => {
      const until = delayS === undefined ? undefined : new Date(ctx.now().getTime() - delayS * 1000);
      const batch = await claimBatch(ctx.db, { name, eventTypes, until, limit: backoff.batchSize });
      if (!batch) return 0;
      const { from, to, events, count } = batch;
      lookedAt = count;
      if (events.length > 0) await work(ctx, events);
      if (!(await advanceOffset(ctx.db, name, from, to))) throw new OffsetConflict();
      return count;
    });
  };
  const handleFailure = async (error: unknown): Promise<number> => {
    if (error instanceof OffsetConflict) return 0;
    if (lookedAt === 0 || isTransientError(error) || !backoff.onFailure(lookedAt)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const count = await runBatch((ctx, events) =>
      setEventsAside(ctx.db, name, events, { error: reason, at: ctx.now() }),
    );
    backoff.onSuccess();
    ctx.log.error({ err: error, follower: name }, "an event was set aside after many tries");
    return count;
  };
  return async () => {
    if (backoff.isPausing) return 0;
    const count = await runBatch(handle).catch(handleFailure);
    if (count > 0) backoff.onSuccess();
    return count;
  };
}

/** Another process has done this; what was done a second time is rolled back. */
class OffsetConflict extends Error {}

/**
 * A follower that starts at `from` (the present, unless said) and lives as long as its process. `tell` is called once
 * for each event on the topics that are listened to when it looks or once it has looked (all, unless said), in order;
 * when it throws, the event is told again.
 */
export async function createTransientConsumer(
  { db }: Pick<Context, "db">,
  onEvent: (event: StoredEvent) => void,
  { from, topics }: { from?: Offset; topics?: () => readonly Topic[] | undefined } = {},
): Promise<PollOnce> {
  let offset = from ?? (await readCurrentOffset(db));
  return async () => {
    const requestedTopics = topics?.();
    const read = await readBatchAfter(db, offset, { topics: requestedTopics, limit: LIVE_BATCH_SIZE });
    // Whoever began to listen meanwhile may have read what they missed before this was read, and it left their topic out.
    const requested = read && requestedTopics && new Set(requestedTopics);
    const topicsAdded = requested && !topics?.()?.every((topic) => requested.has(topic));
    const batch =
      read && topicsAdded ? await readBatchAfter(db, offset, { topics: undefined, limit: read.count }) : read;
    for (const event of batch?.events ?? []) {
      onEvent(event);
      offset = event;
    }
    offset = batch?.to ?? offset;
    return batch?.count ?? 0;
  };
}

/** Rings when something may have happened: on a notification, and from time to time in case one was missed. */
export class NewEventSignal {
  #next = Promise.withResolvers<void>();
  #waitMs = POLL_INTERVAL_MS.limit;
  #timer = setTimeout(() => this.#poll(), this.#waitMs);
  #stopListening = async () => {};

  /**
   * Throws when the database cannot be reached now; afterwards a broken connection mends itself. `passing` is called with
   * what processes tell each other without writing it down.
   */
  static async open(
    connection: Connection,
    onEphemeral: (payload: string) => void = () => {},
  ): Promise<NewEventSignal> {
    const bell = new NewEventSignal();
    try {
      bell.#stopListening = await listen(connection, EVENT_CHANNEL, (payload) =>
        payload ? onEphemeral(payload) : bell.notify(),
      );
    } catch (error) {
      await bell.close();
      throw error;
    }
    return bell;
  }

  /** Resolves at the next ring. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  notify(): void {
    this.#waitMs = POLL_INTERVAL_MS.first;
    this.#resolveWaiting();
  }

  #poll(): void {
    this.#waitMs = Math.min(2 * this.#waitMs, POLL_INTERVAL_MS.limit);
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#poll(), this.#waitMs);
  }

  async close(): Promise<void> {
    await this.#stopListening();
    clearTimeout(this.#timer);
  }
}

/** How long a reader leaves the database and the processor to others. */
interface PollingPace {
  /** One look follows another at the earliest after this long: while much happens, each finds more. */
  readonly minIntervalMs: number;
  /** It rests so many times as long as a look took. */
  readonly restFactor: number;
}
/** For what people wait for with a page open. */
const INTERACTIVE: PollingPace = { minIntervalMs: 20, restFactor: 0 };
/** For work that follows from what was done: while there is much of it, whoever calls just then goes first. */
export const LOW_PRIORITY: PollingPace = { minIntervalMs: 100, restFactor: 2 };

/** Reads on for as long as there is something, then waits for the bell. Gives back how to stop, after the step it is in. */
export function startPolling(
  pollOnce: PollOnce,
  newEvents: Pick<NewEventSignal, "next" | "notify">,
  onError: (error: unknown) => void,
  { minIntervalMs, restFactor }: PollingPace = INTERACTIVE,
): () => Promise<void> {
  const stopping = new AbortController();
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      const next = newEvents.next; // taken before the step, so that what happens during it is not slept through
      const read = await pollOnce().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      const tookMs = performance.now() - startedMs;
      const restMs = Math.max(minIntervalMs - tookMs, restFactor * tookMs);
      const rest = sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (read === 0) await next;
      await rest;
    }
  })();
  return () => {
    stopping.abort();
    newEvents.notify();
    return polling;
  };
}
