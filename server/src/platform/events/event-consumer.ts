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
import { productRelease } from "../product-version.ts";
import { runInSpan } from "../tracing/spans.ts";
import {
  isTransientError,
  RETRY_POLICY,
  type RetryPolicy,
  ConsumerBackoff,
} from "./consumer-backoff.ts";

/**
 * After a notification the next poll comes this soon, then less and less often: an older transaction may still hold the
 * event back.
 */
const POLL_INTERVAL_MS = { first: 50, limit: 5_000 };
/** Maximum number of events that a named consumer processes in one transaction. */
const CONSUMER_BATCH_SIZE = 1_000;
/** Maximum number of events that a transient consumer reads at once. */
const LIVE_BATCH_SIZE = 1_000;

/** Reads the next events and returns how many; 0 means there are none for now. */
export type PollOnce = () => Promise<number>;

/** True if `a` comes after `b`. */
export function isAfter(a: Offset, b: Offset): boolean {
  return a.xid === b.xid ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid);
}

/** Definition of a named event consumer. */
interface ConsumerDefinition {
  /** Name of its offset: never changes once released. */
  readonly name: string;
  /** The event types it reads; defaults to all. */
  readonly eventTypes?: readonly DomainEvent["type"][];
  /** Minimum age (s) of an event before it is processed. */
  readonly delayS?: number;
  /** For tests: the release that runs it. */
  readonly release?: readonly number[];
  /** Processes a batch of events in order, with few statements, however many events there are. */
  readonly handle: (ctx: InTransaction, events: readonly StoredEvent[]) => Promise<void>;
}

/**
 * Creates a consumer with an offset in the database. The offset moves in the same transaction as the work, so each
 * event takes effect once, whichever process reads it and however often that process crashes. It may only write to the
 * database: slow work belongs in a job. An event that fails repeatedly is set aside, so that later events are not
 * blocked.
 *
 * @example
 *   createConsumer(ctx, {
 *     name: "session-end",
 *     eventTypes: ["session.ended"],
 *     handle: async (ctx, events) => endDrivers(ctx, events.map(({ topic }) => topic)),
 *   });
 */
export function createConsumer(
  ctx: Context,
  { name, eventTypes, delayS, handle, release = productRelease }: ConsumerDefinition,
  retryPolicy: RetryPolicy = RETRY_POLICY,
): PollOnce {
  const backoff = new ConsumerBackoff(CONSUMER_BATCH_SIZE, retryPolicy);
  let lookedAt = 0;
  const runBatch = (work: ConsumerDefinition["handle"]) => {
    lookedAt = 0;
    return transaction(ctx, async (ctx) => {
      const until =
        delayS === undefined ? undefined : new Date(ctx.now().getTime() - delayS * 1000);
      const consumer = {
        name,
        release,
        now: ctx.now(),
      };
      const batch = await claimBatch(ctx.db, consumer, {
        eventTypes,
        until,
        limit: backoff.batchSize,
      });
      if (!batch) return 0;
      const { from, to, events, count } = batch;
      lookedAt = count;
      if (events.length > 0) {
        const attributes = { "messaging.batch.message_count": events.length };
        await runInSpan(
          `consumer ${name}`,
          {
            kind: "consumer",
            attributes,
          },
          () => work(ctx, events),
        );
      }
      if (!(await advanceOffset(ctx.db, consumer, from, to))) throw new OffsetConflict();
      return count;
    });
  };
  const handleFailure = async (error: unknown): Promise<number> => {
    if (error instanceof OffsetConflict) return 0;
    if (lookedAt === 0 || isTransientError(error) || !backoff.onFailure(lookedAt)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const count = await runBatch((ctx, events) =>
      setEventsAside(ctx.db, name, events, {
        error: reason,
        at: ctx.now(),
      }),
    );
    backoff.onSuccess();
    ctx.log.error(
      {
        err: error,
        follower: name,
      },
      "an event was set aside after repeated failures",
    );
    return count;
  };
  return async () => {
    if (backoff.isPausing) return 0;
    const count = await runBatch(handle).catch(handleFailure);
    if (count > 0) backoff.onSuccess();
    return count;
  };
}

/** Another process has done the same work, or a newer release has begun to; ours is rolled back. */
class OffsetConflict extends Error {}

/**
 * Creates a consumer without a stored offset, which starts at `from` (default: the present) and lives as long as its
 * process. Calls `onEvent` once, in order, for each event on the topics subscribed to before or during the poll (default:
 * all). If `onEvent` throws, the events of other topics are delivered first, and then it is repeated.
 */
export async function createTransientConsumer(
  { db }: Pick<Context, "db">,
  onEvent: (event: StoredEvent) => void,
  {
    from,
    topics,
  }: {
    from?: Offset;
    topics?: () => readonly Topic[] | undefined;
  } = {},
): Promise<PollOnce> {
  let offset = from ?? (await readCurrentOffset(db));
  const deliver = createDelivery(onEvent);
  return async () => {
    const requestedTopics = topics?.();
    const read = await readBatchAfter(db, offset, {
      topics: requestedTopics,
      limit: LIVE_BATCH_SIZE,
    });
    // A subscriber that joined during the poll may have read missed events before it, and the poll left out its topic.
    const requested = read && requestedTopics && new Set(requestedTopics);
    const topicsAdded = requested && !topics?.()?.every((topic) => requested.has(topic));
    const batch =
      read && topicsAdded
        ? await readBatchAfter(db, offset, {
            topics: undefined,
            limit: read.count,
          })
        : read;
    offset = batch?.to ?? offset;
    const repeated = deliver(batch?.events ?? []);
    return (batch?.count ?? 0) + repeated;
  };
}

const DELIVERY_ATTEMPTS = 10;

/**
 * Delivers events in the order of each topic. What fails waits, with the later events of its topic, for the next call,
 * and is dropped after ten attempts. Throws the first error once everything else is delivered; otherwise returns how many
 * had waited.
 */
function createDelivery(
  onEvent: (event: StoredEvent) => void,
): (events: readonly StoredEvent[]) => number {
  let waiting: {
    readonly event: StoredEvent;
    readonly attempts: number;
  }[] = [];
  return (events) => {
    const due = [
      ...waiting,
      ...events.map((event) => ({
        event,
        attempts: 0,
      })),
    ];
    const failingTopics = new Set<Topic>();
    const errors: unknown[] = [];
    const repeated = waiting.length;
    waiting = [];
    for (const { event, attempts } of due) {
      if (failingTopics.has(event.topic)) {
        waiting.push({ event, attempts });
        continue;
      }
      try {
        onEvent(event);
      } catch (error) {
        errors.push(error);
        if (attempts + 1 === DELIVERY_ATTEMPTS) continue;
        failingTopics.add(event.topic);
        waiting.push({
          event,
          attempts: attempts + 1,
        });
      }
    }
    if (errors.length > 0) throw errors[0];
    return repeated;
  };
}

/** Signals that there may be new events: on a notification, and at intervals in case one was missed. */
export class NewEventSignal {
  #next = Promise.withResolvers<void>();
  #waitMs = POLL_INTERVAL_MS.limit;
  #timer = setTimeout(() => this.#poll(), this.#waitMs);
  #stopListening = async () => {};

  /**
   * Throws if the database cannot be reached now; later the connection is restored automatically. `onEphemeral`
   * receives messages between processes that are not stored.
   */
  static async open(
    connection: Connection,
    onEphemeral: (payload: string) => void = () => {},
  ): Promise<NewEventSignal> {
    const signal = new NewEventSignal();
    try {
      signal.#stopListening = await listen(connection, EVENT_CHANNEL, (payload) =>
        payload ? onEphemeral(payload) : signal.notify(),
      );
    } catch (error) {
      await signal.close();
      throw error;
    }
    return signal;
  }

  /** Resolves at the next signal. */
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

/** Pauses that leave the database and the processor to others. */
interface PollingPace {
  /** Minimum time between two polls: under load, each finds more events. */
  readonly minIntervalMs: number;
  /** Pause after a poll, as a multiple of the time that the poll took. */
  readonly restFactor: number;
  /** Pause after a signal. */
  readonly delayMs: number;
}
/** For live events, which users wait for. */
const INTERACTIVE: PollingPace = {
  minIntervalMs: 20,
  restFactor: 0,
  delayMs: 0,
};
/** For background work: under load, requests go first. Live events do always, so that both use one connection. */
export const LOW_PRIORITY: PollingPace = {
  minIntervalMs: 100,
  restFactor: 2,
  delayMs: 20,
};
/** For a copy in memory that is brought up to date whenever it is asked: after the other two, on their connection. */
export const COPY_IN_MEMORY: PollingPace = {
  minIntervalMs: 200,
  restFactor: 0,
  delayMs: 200,
};

/** Polls while there are events, then waits for the signal. Returns a function that stops after the current poll. */
export function startPolling(
  pollOnce: PollOnce,
  newEvents: Pick<NewEventSignal, "next" | "notify">,
  onError: (error: unknown) => void,
  { minIntervalMs, restFactor, delayMs }: PollingPace = INTERACTIVE,
): () => Promise<void> {
  const stopping = new AbortController();
  const polling = (async () => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      const next = newEvents.next; // taken before the poll, so that a signal during it is not lost
      const read = await pollOnce().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      const tookMs = performance.now() - startedMs;
      const restMs = Math.max(minIntervalMs - tookMs, restFactor * tookMs);
      const pause = sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (read === 0) await next.then(() => sleep(delayMs));
      await pause;
    }
  })();
  return () => {
    stopping.abort();
    newEvents.notify();
    return polling;
  };
}
