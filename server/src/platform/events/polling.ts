import { setTimeout as sleep } from "node:timers/promises";
import { type Connection, listen } from "../db/database.ts";
import { EVENT_CHANNEL } from "../db/outbox/notify.ts";

/**
 * After a notification the next poll comes this soon, then less and less often: an older transaction may still hold the
 * event back.
 */
const POLL_INTERVAL_MS = { first: 50, limit: 5_000 };
/** Reads the next events and returns how many; 0 means there are none for now. */
export type PollOnce = () => Promise<number>;

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
