import { setTimeout as sleep } from "node:timers/promises";
import { UpstreamUnavailable } from "#platform/upstream/upstream-client.ts";

/** Lets calls go one after the other, each begun at least `throttleWarnings` after the one before; no more than `waiting` wait. */
export class Throttle {
  readonly #everyMs: number;
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ everyMs, waitingMax }: { everyMs: number; waitingMax: number }) {
    this.#everyMs = everyMs;
    this.#most = waitingMax;
  }

  /** @throws UpstreamUnavailable when too many wait, and what `call` throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#most) throw new UpstreamUnavailable("It may not be asked so often.");
    this.#waiting++;
    const previous = this.#last;
    // Another try of the same call counts too, so the time is counted from its end.
    const result = previous.then(call);
    this.#last = result.catch(() => undefined).then(() => sleep(this.#everyMs, undefined, { ref: false }));
    return result.finally(() => this.#waiting--);
  }
}
