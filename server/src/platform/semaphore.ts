import { Problem } from "./http/problem.ts";

const RETRY_AFTER_S = 5;

/** Lets a few in at once and the others wait in line; when the line is full it sends away. */
export class Semaphore {
  readonly #maxConcurrent: number;
  readonly #maxQueued: number;
  readonly #queued: (() => void)[] = [];
  #running = 0;

  constructor({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxQueued = maxQueued;
  }

  /** Runs `work` when its turn comes. Throws Problem too_many when the line is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxConcurrent) await this.#waitForTurn();
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queued.shift();
      // The place is handed over rather than given up, so that nobody who comes now overtakes the line.
      if (next) next();
      else this.#running--;
    }
  }

  #waitForTurn(): Promise<void> {
    if (this.#queued.length >= this.#maxQueued) throw new Problem("too_many", { retryAfterS: RETRY_AFTER_S });
    return new Promise((proceed) => this.#queued.push(proceed));
  }
}
