import { setTimeout as sleep } from "node:timers/promises";
import { UpstreamUnavailable } from "#platform/upstream/upstream-client.ts";

/** Runs calls one after the other, each at least `everyMs` after the end of the one before. At most `waitingMax` calls wait. */
export class Throttle {
  readonly #everyMs: number;
  readonly #waitingMax: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ everyMs, waitingMax }: { everyMs: number; waitingMax: number }) {
    this.#everyMs = everyMs;
    this.#waitingMax = waitingMax;
  }

  /** @throws UpstreamUnavailable if too many calls wait, and what `call` throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#waitingMax)
      throw new UpstreamUnavailable("Too many calls are waiting.");
    this.#waiting++;
    const previous = this.#last;
    // Retries within the call count too, so the pause starts at its end.
    const result = previous.then(call);
    this.#last = result
      .catch(() => undefined)
      .then(() => sleep(this.#everyMs, undefined, { ref: false }));
    return result.finally(() => this.#waiting--);
  }
}
