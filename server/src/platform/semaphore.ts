import { Problem } from "./http/problem.ts";

const RETRY_AFTER_S = 5;

/** Limits concurrency: runs a few tasks at once, queues some more and refuses the rest. */
export class Semaphore {
  readonly #maxConcurrent: number;
  readonly #maxQueued: number;
  readonly #queued: (() => void)[] = [];
  #running = 0;

  constructor({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
    this.#maxConcurrent = maxConcurrent;
    this.#maxQueued = maxQueued;
  }

  /** Runs `work` when a slot is free. Throws Problem too_many if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#maxConcurrent) await this.#waitForTurn();
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queued.shift();
      // The slot is handed over rather than released, so that new tasks cannot overtake the queue.
      if (next) next();
      else this.#running--;
    }
  }

  #waitForTurn(): Promise<void> {
    if (this.#queued.length >= this.#maxQueued) throw new Problem("too_many", { retryAfterS: RETRY_AFTER_S });
    return new Promise((proceed) => this.#queued.push(proceed));
  }
}
