import { setTimeout as sleep } from "node:timers/promises";
import { PeerAway } from "#platform/peer/peer.ts";

/** Lets calls go one after the other, each begun at least `everyMs` after the one before; no more than `waiting` wait. */
export class Pace {
  readonly #everyMs: number;
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ everyMs, waiting }: { everyMs: number; waiting: number }) {
    this.#everyMs = everyMs;
    this.#most = waiting;
  }

  /** @throws PeerAway when too many wait, and what `call` throws. */
  async next<T>(call: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#most) throw new PeerAway("It may not be asked so often.");
    this.#waiting++;
    const turn = this.#last;
    // Another try of the same call counts too, so the time is counted from its end.
    const made = turn.then(call);
    this.#last = made.catch(() => undefined).then(() => sleep(this.#everyMs, undefined, { ref: false }));
    return made.finally(() => this.#waiting--);
  }
}
