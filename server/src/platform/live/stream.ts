import { DAY_MS } from "@commonlane/contract/durations";
import type { Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { type Bookmark, eventsAfter, type StoredEvent } from "../db/outbox.ts";
import { isAfter, parseSeq, seqOf } from "../events.ts";
import type { Hub } from "./hub.ts";
import { FIRST_MISSED, firstMissed, isKeptSince, presentPlace } from "./live.store.ts";

/** Whoever missed more than this reads everything again, which costs both sides less. */
const MISSED_MOST = 1_000;
/** A transaction may commit this long after it said what time it was; events younger than the limit by less are in doubt. */
const LATE_COMMIT_MS = 60_000;

/** Where a stream begins. */
export interface Start {
  readonly from: Bookmark;
  /** Whether something before `from` may have been missed, so that everything must be read again. */
  readonly afresh: boolean;
}

/** Where whoever was away since `seq` goes on; at `now`, having read everything again, where that cannot be said. */
export async function startAfter(
  { db, now, settings }: Pick<Context, "db" | "now" | "settings">,
  seq: string | undefined,
  present: Bookmark,
): Promise<Start> {
  const place = seq === undefined ? undefined : parseSeq(seq);
  const keptMs = settings.EVENTS_KEPT_DAYS * DAY_MS - LATE_COMMIT_MS;
  const since = new Date(now().getTime() - keptMs);
  if (place && (await isKeptSince(db, { ...place, since }))) return { from: place, afresh: false };
  return { from: present, afresh: true };
}

interface Receiver {
  fact(event: StoredEvent): void;
  /** Everything is to be read again; facts go on after `seq`. */
  resync(seq: string): void;
}

/**
 * Tells the events of one topic in order, none of them twice: first those since the start, then those that happen.
 * Listening begins before the first is read, so that nothing falls between. `caughtUp` rejects when the database fails.
 */
export function openStream(
  { db }: Pick<Context, "db">,
  hub: Hub,
  topic: Topic,
  { from, afresh }: Start,
  receiver: Receiver,
): { caughtUp: Promise<void>; stop: () => void } {
  let last = from;
  let stopped = false;
  let waiting: StoredEvent[] | undefined = [];
  const pass = (event: StoredEvent) => {
    if (stopped || !isAfter(event, last)) return;
    last = event;
    receiver.fact(event);
  };
  const unsubscribe = hub.subscribe(topic, (event) => (waiting ? waiting.push(event) : pass(event)));
  const stop = () => {
    stopped = true;
    unsubscribe();
  };
  const catchUp = async () => {
    if (afresh) receiver.resync(seqOf(last));
    const missed = await allMissed(db, last, topic);
    // Whoever reads everything from now on sees what was before this place.
    const present = missed ? undefined : await presentPlace(db, undefined);
    if (stopped) return;
    missed?.forEach(pass);
    if (present) receiver.resync(seqOf((last = present)));
    const happened = waiting ?? [];
    waiting = undefined;
    happened.forEach(pass);
  };
  return { caughtUp: catchUp(), stop };
}

/** Every event of the topic after `from`; undefined where there are too many. */
async function allMissed(db: Context["db"], from: Bookmark, topic: Topic): Promise<StoredEvent[] | undefined> {
  const missed = [...(await firstMissed(db, { ...from, topic }))];
  if (missed.length < FIRST_MISSED) return missed;
  for (;;) {
    const events = await eventsAfter(db, missed.at(-1) ?? from, topic);
    if (events.length === 0) return missed;
    missed.push(...events);
    if (missed.length > MISSED_MOST) return undefined;
  }
}
