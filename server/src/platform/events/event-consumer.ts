import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { type Context, type InTransaction, transaction } from "../context.ts";
import {
  readBatchAfter,
  type Offset,
  readCurrentOffset,
  type StoredEvent,
} from "../db/outbox/outbox.ts";
import { claimBatch, advanceOffset } from "../db/outbox/consumer-offsets.ts";
import { setEventsAside } from "../db/outbox/outbox-state.ts";
import { productRelease } from "../product-version.ts";
import { runInSpan } from "../tracing.ts";
import {
  isTransientError,
  RETRY_POLICY,
  type RetryPolicy,
  ConsumerBackoff,
} from "./consumer-backoff.ts";
import type { PollOnce } from "./polling.ts";

/** Maximum number of events that a named consumer processes in one transaction. */
const CONSUMER_BATCH_SIZE = 1_000;
/** Maximum number of events that a transient consumer reads at once. */
const LIVE_BATCH_SIZE = 1_000;

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
