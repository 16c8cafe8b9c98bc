import { parseEphemeral } from "#platform/live/ephemeral-events.ts";

/** Calls of followers in this process that wait until something happens on a trip. */
export class TripWaits {
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Listens for the next event of a user's trips, from now on and until `stop`. */
  listen(uid: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(uid) ?? new Set();
    this.#waiting.set(uid, waiting.add(resolve));
    let timer: NodeJS.Timeout | undefined;
    return {
      /** Resolves with the event, or after `maxMs`. */
      within: (maxMs: number): Promise<void> => {
        timer = setTimeout(resolve, maxMs);
        return promise;
      },
      stop: (): void => {
        clearTimeout(timer);
        waiting.delete(resolve);
        if (waiting.size === 0 && this.#waiting.get(uid) === waiting) this.#waiting.delete(uid);
      },
    };
  }

  /** Receives the ephemeral events of all processes. */
  receive(payload: string): void {
    const envelope = parseEphemeral(payload);
    if (envelope?.event.type !== "trip.moved") return;
    for (const topic of envelope.topics) this.#wake(topic.slice("user:".length));
  }

  /** Ends all waiting, before the server closes. */
  wakeAll(): void {
    for (const uid of this.#waiting.keys()) this.#wake(uid);
  }

  #wake(uid: string): void {
    for (const resolve of this.#waiting.get(uid) ?? []) resolve();
  }
}
