import { setTimeout as sleep } from "node:timers/promises";
import { type Context, type InTransaction, transaction } from "./context.ts";
import { type Connection, listen } from "./db/database.ts";
import {
  type Bookmark,
  bookmarkNow,
  EVENT_CHANNEL,
  eventsAfter,
  holdBookmark,
  moveBookmark,
  type StoredEvent,
} from "./db/outbox.ts";

/** After a ring we look again this soon, then ever later: an older transaction may still have held its event back. */
const LOOK_AGAIN_MS = { first: 50, most: 5_000 };
/** One look follows another at the earliest after this long: while much happens, each finds more. */
const PACE_MS = 20;
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

/**
 * A follower whose place is kept in the database and moves together with its work, so that each event counts once,
 * whichever process reads it and however often that process dies. It may only write: slow work belongs to a job.
 */
export function namedFollower(
  ctx: Context,
  name: string,
  handle: (ctx: InTransaction, event: StoredEvent) => Promise<void>,
): Step {
  return namedFollowerOfMany(ctx, name, async (ctx, events) => {
    for (const event of events) await handle(ctx, event);
  });
}

/** The same for work that is cheaper done for several events at once: they come in order, and count together. */
export function namedFollowerOfMany(
  ctx: Context,
  name: string,
  handle: (ctx: InTransaction, events: readonly StoredEvent[]) => Promise<void>,
): Step {
  return () =>
    transaction(ctx, async (ctx) => {
      const bookmark = await holdBookmark(ctx.db, name);
      const events = bookmark ? await eventsAfter(ctx.db, bookmark) : [];
      const last = events.at(-1);
      if (!last) return 0;
      await handle(ctx, events);
      await moveBookmark(ctx.db, name, last);
      return events.length;
    });
}

/**
 * A follower that starts at `from` (the present, unless said) and lives as long as its process. `tell` is called once
 * for each event, in order; when it throws, the event is told again.
 */
export async function passingFollower(
  { db }: Pick<Context, "db">,
  tell: (event: StoredEvent) => void,
  from?: Bookmark,
): Promise<Step> {
  let bookmark = from ?? (await bookmarkNow(db));
  return async () => {
    const events = await eventsAfter(db, bookmark);
    for (const event of events) {
      tell(event);
      bookmark = event;
    }
    return events.length;
  };
}

/** Rings when something may have happened: on a notification, and from time to time in case one was missed. */
export class Bell {
  #next = Promise.withResolvers<void>();
  #waitMs = LOOK_AGAIN_MS.most;
  #timer = setTimeout(() => this.#lookAgain(), this.#waitMs);
  #hangUp = async () => {};

  /** Throws when the database cannot be reached now; afterwards a broken connection mends itself. */
  static async open(connection: Connection): Promise<Bell> {
    const bell = new Bell();
    try {
      bell.#hangUp = await listen(connection, EVENT_CHANNEL, () => bell.ring());
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

/** Reads on for as long as there is something, then waits for the bell. Gives back how to stop, after the step it is in. */
export function keepReading(
  step: Step,
  bell: Pick<Bell, "next" | "ring">,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const pause = sleep(PACE_MS, undefined, { signal: stopping.signal }).catch(() => {});
      const next = bell.next; // taken before the step, so that what happens during it is not slept through
      const read = await step().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (read === 0) await next;
      await pause;
    }
  })();
  return () => {
    stopping.abort();
    bell.ring();
    return reading;
  };
}
