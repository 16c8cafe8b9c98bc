import { DAY_MS } from "@commonlane/contract/durations";
import type { Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { type Offset, readEventsAfter, type StoredEvent } from "../db/outbox/outbox.ts";
import { isAfter, parseSeq, formatSeq } from "../events/event-consumer.ts";
import type { Hub } from "./hub.ts";
import { FIRST_REPLAY_BATCH, findFirstMissedEvents, isOffsetReplayable, getCurrentOffset } from "./live.store.ts";

/** Whoever missed more than this reads everything again, which costs both sides less. */
const MAX_MISSED_EVENTS = 1_000;
/** A transaction may commit this long after it said what time it was; events younger than the limit by less are in doubt. */
const COMMIT_DELAY_MARGIN_MS = 60_000;

/** Where a stream begins. */
export interface StreamStart {
  readonly offset: Offset;
  /** Whether something before `from` may have been missed, so that everything must be read again. */
  readonly needsResync: boolean;
}

/** Where whoever was away since `seq` goes on; at `now`, having read everything again, where that cannot be said. */
export async function resolveStreamStart(
  { db, now, settings }: Pick<Context, "db" | "now" | "settings">,
  seq: string | undefined,
  currentOffset: Offset,
): Promise<StreamStart> {
  const offset = seq === undefined ? undefined : parseSeq(seq);
  const retentionMs = settings.EVENT_RETENTION_DAYS * DAY_MS - COMMIT_DELAY_MARGIN_MS;
  const since = new Date(now().getTime() - retentionMs);
  if (offset && (await isOffsetReplayable(db, { ...offset, since }))) return { offset: offset, needsResync: false };
  return { offset: currentOffset, needsResync: true };
}

interface StreamReceiver {
  onEvent(event: StoredEvent): void;
  /** Everything is to be read again; facts go on after `seq`. */
  resync(seq: string): void;
}

/**
 * Tells the events of one topic in order, none of them twice: first those since the start, then those that happen.
 * Listening begins before the first is read, so that nothing falls between. `caughtUp` rejects when the database fails.
 */
export function openEventStream(
  { db }: Pick<Context, "db">,
  hub: Hub,
  topic: Topic,
  { offset: from, needsResync }: StreamStart,
  receiver: StreamReceiver,
): { caughtUp: Promise<void>; stop: () => void } {
  let lastOffset = from;
  let stopped = false;
  let buffered: StoredEvent[] | undefined = [];
  const deliver = (event: StoredEvent) => {
    if (stopped || !isAfter(event, lastOffset)) return;
    lastOffset = event;
    receiver.onEvent(event);
  };
  const unsubscribe = hub.subscribe(topic, (event) => (buffered ? buffered.push(event) : deliver(event)));
  const stop = () => {
    stopped = true;
    unsubscribe();
  };
  const catchUp = async () => {
    if (needsResync) receiver.resync(formatSeq(lastOffset));
    const missed = await findAllMissedEvents(db, lastOffset, topic);
    // Whoever reads everything from now on sees what was before this place.
    const currentOffset = missed ? undefined : await getCurrentOffset(db, undefined);
    if (stopped) return;
    missed?.forEach(deliver);
    if (currentOffset) receiver.resync(formatSeq((lastOffset = currentOffset)));
    const bufferedEvents = buffered ?? [];
    buffered = undefined;
    bufferedEvents.forEach(deliver);
  };
  return { caughtUp: catchUp(), stop };
}

/** Every event of the topic after `from`; undefined where there are too many. */
async function findAllMissedEvents(db: Context["db"], from: Offset, topic: Topic): Promise<StoredEvent[] | undefined> {
  const missed = [...(await findFirstMissedEvents(db, { ...from, topic }))];
  if (missed.length < FIRST_REPLAY_BATCH) return missed;
  for (;;) {
    const events = await readEventsAfter(db, missed.at(-1) ?? from, topic);
    if (events.length === 0) return missed;
    missed.push(...events);
    if (missed.length > MAX_MISSED_EVENTS) return undefined;
  }
}
