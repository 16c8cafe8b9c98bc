import { bulkhead, BulkheadRejectedError } from "cockatiel";
import { Problem } from "./http/problem.ts";

const RETRY_AFTER_S = 5;

/** Limits concurrency: runs a few tasks at once, queues some more in order and refuses the rest. */
export class Semaphore {
  readonly #bulkhead;

  constructor({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
    this.#bulkhead = bulkhead(maxConcurrent, maxQueued);
  }

  /** Runs `work` when a slot is free. @throws Problem too_many if the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#bulkhead.execute(work);
    } catch (error) {
      throw error instanceof BulkheadRejectedError
        ? new Problem("too_many", { retryAfterS: RETRY_AFTER_S })
        : error;
    }
  }
}
