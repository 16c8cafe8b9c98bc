import { setTimeout as sleep } from "node:timers/promises";
import type { Fact, Topic } from "@commonlane/contract/live";
import { type Context, type InTransaction, transaction } from "./context.ts";
import { type Connection, listen } from "./db/database.ts";
import { batchAfter, type Bookmark, bookmarkNow, holdBatch, movePlace, type StoredEvent } from "./db/outbox.ts";
import { setAside } from "./db/outbox-state.ts";
import { EVENT_CHANNEL } from "./db/ringing.ts";
import { isPassing, PATIENCE, type Patience, Setbacks } from "./setbacks.ts";

/** After a ring we look again this soon, then ever later: an older transaction may still have held its event back. */
const LOOK_AGAIN_MS = { first: 50, most: 5_000 };
/** How much a named follower takes into one transaction. */
const TAKEN_AT_ONCE = 1_000;
/** How many events a passing follower reads at once. */
const TOLD_AT_ONCE = 1_000;
const LARGEST_XID = 2n ** 64n - 1n;

/** Reads a few events on and says how many; 0 means there is nothing more for now. */
export type Step = () => Promise<number>;

/** A place in the one order of everything, as clients keep it. */
export const seqOf = ({ xid, id }: Bookmark): string => `${xid}.${id}`;

/** The place that `seqOf` wrote; undefined for anything else. */
export function parseSeq(seq: string): Bookmark | undefined {
  const [, xid = "", id = ""] = /^(\d{1,20})\.(\d{1,16})$/.exec(seq) ?? [];
  if (!xid || BigInt(xid) > LARGEST_XID || Number(id) > Number.MAX_SAFE_INTEGER) return undefined;
  return { xid: String(BigInt(xid)), id: Number(id) };
}

/** Whether `a` comes after `b`. */
export function isAfter(a: Bookmark, b: Bookmark): boolean {
  return a.xid === b.xid ? a.id > b.id : BigInt(a.xid) > BigInt(b.xid);
}

/** What a named follower is. */
interface Following {
  /** Under which its place is kept: never changed once released. */
  readonly name: string;
  /** The types of facts it reads; all, unless said. */
  readonly reads?: readonly Fact["type"][];
  /** It stays so far behind: an event waits until it is so old. */
  readonly behindS?: number;
  /** Takes what happened, in order, as much of it as there was at once: in few statements, however many events it is. */
  readonly take: (ctx: InTransaction, events: readonly StoredEvent[]) => Promise<void>;
}

/**
 * A follower whose place is kept in the database and moves together with its work, so that each event counts once,
 * whichever process reads it and however often that process dies. It may only write: slow work belongs to a job. An event
 * that it fails at again and again is set aside, so that everything behind it goes on.
 */
export function namedFollower(
  ctx: Context,
  { name, reads, behindS, take }: Following,
  patience: Patience = PATIENCE,
): Step {
  const setbacks = new Setbacks(TAKEN_AT_ONCE, patience);
  let looked = 0;
  const step = (work: Following["take"]) => {
    looked = 0;
    return transaction(ctx, async (ctx) => {
      const until = behindS === undefined ? undefined : new Date(ctx.now().getTime() - behindS * 1000);
      const batch = await holdBatch(ctx.db, { name, reads, until, most: setbacks.most });
      if (!batch) return 0;
      const { from, to, events, count } = batch;
      looked = count;
      if (events.length > 0) await work(ctx, events);
      if (!(await movePlace(ctx.db, name, from, to))) throw new Overtaken();
      return count;
    });
  };
  const failed = async (error: unknown): Promise<number> => {
    if (error instanceof Overtaken) return 0;
    if (looked === 0 || isPassing(error) || !setbacks.failed(looked)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const count = await step((ctx, events) => setAside(ctx.db, name, events, { error: reason, at: ctx.now() }));
    setbacks.worked();
    ctx.log.error({ err: error, follower: name }, "an event was set aside after many tries");
    return count;
  };
  return async () => {
    if (setbacks.isPausing) return 0;
    const count = await step(take).catch(failed);
    if (count > 0) setbacks.worked();
    return count;
  };
}

/** Another process has done this; what was done a second time is rolled back. */
class Overtaken extends Error {}

/**
 * A follower that starts at `from` (the present, unless said) and lives as long as its process. `tell` is called once
 * for each event on the topics that are listened to when it looks or once it has looked (all, unless said), in order;
 * when it throws, the event is told again.
 */
export async function passingFollower(
  { db }: Pick<Context, "db">,
  tell: (event: StoredEvent) => void,
  { from, topics }: { from?: Bookmark; topics?: () => readonly Topic[] | undefined } = {},
): Promise<Step> {
  let bookmark = from ?? (await bookmarkNow(db));
  return async () => {
    const asked = topics?.();
    const read = await batchAfter(db, bookmark, { topics: asked, most: TOLD_AT_ONCE });
    // Whoever began to listen meanwhile may have read what they missed before this was read, and it left their topic out.
    const known = read && asked && new Set(asked);
    const began = known && !topics?.()?.every((topic) => known.has(topic));
    const batch = read && began ? await batchAfter(db, bookmark, { topics: undefined, most: read.count }) : read;
    for (const event of batch?.events ?? []) {
      tell(event);
      bookmark = event;
    }
    bookmark = batch?.to ?? bookmark;
    return batch?.count ?? 0;
  };
}

/** Rings when something may have happened: on a notification, and from time to time in case one was missed. */
export class Bell {
  #next = Promise.withResolvers<void>();
  #waitMs = LOOK_AGAIN_MS.most;
  #timer = setTimeout(() => this.#lookAgain(), this.#waitMs);
  #hangUp = async () => {};

  /**
   * Throws when the database cannot be reached now; afterwards a broken connection mends itself. `passing` is called with
   * what processes tell each other without writing it down.
   */
  static async open(connection: Connection, passing: (said: string) => void = () => {}): Promise<Bell> {
    const bell = new Bell();
    try {
      bell.#hangUp = await listen(connection, EVENT_CHANNEL, (said) => (said ? passing(said) : bell.ring()));
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

  ring(): void {
    this.#waitMs = LOOK_AGAIN_MS.first;
    this.#sound();
  }

  #lookAgain(): void {
    this.#waitMs = Math.min(2 * this.#waitMs, LOOK_AGAIN_MS.most);
    this.#sound();
  }

  #sound(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lookAgain(), this.#waitMs);
  }

  async close(): Promise<void> {
    await this.#hangUp();
    clearTimeout(this.#timer);
  }
}

/** How long a reader leaves the database and the processor to others. */
interface Pace {
  /** One look follows another at the earliest after this long: while much happens, each finds more. */
  readonly apartMs: number;
  /** It rests so many times as long as a look took. */
  readonly rests: number;
}
/** For what people wait for with a page open. */
const LIVELY: Pace = { apartMs: 20, rests: 0 };
/** For work that follows from what was done: while there is much of it, whoever calls just then goes first. */
export const GENTLE: Pace = { apartMs: 100, rests: 2 };

/** Reads on for as long as there is something, then waits for the bell. Gives back how to stop, after the step it is in. */
export function keepReading(
  step: Step,
  bell: Pick<Bell, "next" | "ring">,
  onError: (error: unknown) => void,
  { apartMs, rests }: Pace = LIVELY,
): () => Promise<void> {
  const stopping = new AbortController();
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const beganMs = performance.now();
      const next = bell.next; // taken before the step, so that what happens during it is not slept through
      const read = await step().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      const tookMs = performance.now() - beganMs;
      const restMs = Math.max(apartMs - tookMs, rests * tookMs);
      const rest = sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (read === 0) await next;
      await rest;
    }
  })();
  return () => {
    stopping.abort();
    bell.ring();
    return reading;
  };
}
