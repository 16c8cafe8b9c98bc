import { DAY_MS } from "@commonlane/contract/durations";
import type { Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { type Offset, readEventsAfter, type StoredEvent } from "../db/outbox/outbox.ts";
import { isAfter } from "../events/event-consumer.ts";
import type { Hub } from "./hub.ts";
import {
  FIRST_REPLAY_BATCH,
  findFirstMissedEvents,
  isOffsetReplayable,
  getCurrentOffset,
} from "./live.store.ts";

/** A client that missed more events reloads all data, which is cheaper for both sides. */
const MAX_MISSED_EVENTS = 1_000;
/** A transaction may commit this long after its timestamp; events within this margin of the limit are uncertain. */
const COMMIT_DELAY_MARGIN_MS = 60_000;

/** Start of an event stream. */
export interface StreamStart {
  readonly offset: Offset;
  /** True if events before `from` may have been missed, so that the client must reload all data. */
  readonly needsResync: boolean;
}

/**
 * Where a client continues that has read up to `offset`; if that cannot be replayed, at the present after reloading
 * all data.
 */
export async function resolveStreamStart(
  { db, now, settings }: Pick<Context, "db" | "now" | "settings">,
  offset: Offset | undefined,
  currentOffset: Offset,
): Promise<StreamStart> {
  const prunedBefore = new Date(now().getTime() - settings.EVENT_RETENTION_DAYS * DAY_MS);
  const since = new Date(prunedBefore.getTime() + COMMIT_DELAY_MARGIN_MS);
  if (
    offset &&
    (await isOffsetReplayable(db, {
      ...offset,
      since,
      prunedBefore,
    }))
  )
    return { offset, needsResync: false };
  return { offset: currentOffset, needsResync: true };
}

interface StreamReceiver {
  onEvent(event: StoredEvent): void;
  /** The client must reload all data; events continue after `offset`. */
  resync(offset: Offset): void;
}

/**
 * Streams the events of one topic in order and without duplicates: first those since the start, then new ones.
 * Subscribes before reading, so that no event is missed. `caughtUp` rejects if the database fails.
 */
export function openEventStream(
  { db }: Pick<Context, "db">,
  hub: Hub,
  topic: Topic,
  { offset, needsResync }: StreamStart,
  receiver: StreamReceiver,
): { caughtUp: Promise<void>; stop: () => void } {
  let lastOffset = offset;
  let stopped = false;
  let buffered: StoredEvent[] | undefined = [];
  const deliver = (event: StoredEvent) => {
    if (stopped || !isAfter(event, lastOffset)) return;
    lastOffset = event;
    receiver.onEvent(event);
  };
  const unsubscribe = hub.subscribe(topic, (event) =>
    buffered ? buffered.push(event) : deliver(event),
  );
  const stop = () => {
    stopped = true;
    unsubscribe();
  };
  const catchUp = async () => {
    if (needsResync) receiver.resync(lastOffset);
    const missed = await findAllMissedEvents(db, lastOffset, topic);
    // A client that reloads all data from now on sees everything before this offset.
    const currentOffset = missed ? undefined : await getCurrentOffset(db, undefined);
    if (stopped) return;
    missed?.forEach(deliver);
    if (currentOffset) receiver.resync((lastOffset = currentOffset));
    const bufferedEvents = buffered ?? [];
    buffered = undefined;
    bufferedEvents.forEach(deliver);
  };
  return { caughtUp: catchUp(), stop };
}

/** All events of the topic after `from`; undefined if there are too many. */
async function findAllMissedEvents(
  db: Context["db"],
  from: Offset,
  topic: Topic,
): Promise<StoredEvent[] | undefined> {
  const missed = [
    ...(await findFirstMissedEvents(db, {
      ...from,
      topic,
    })),
  ];
  if (missed.length < FIRST_REPLAY_BATCH) return missed;
  for (;;) {
    const events = await readEventsAfter(db, missed.at(-1) ?? from, topic);
    if (events.length === 0) return missed;
    missed.push(...events);
    if (missed.length > MAX_MISSED_EVENTS) return undefined;
  }
}
