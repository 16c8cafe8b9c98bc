/** How a follower deals with an event that it fails at. */
export interface RetryPolicy {
  /** So often the same event is tried before it is set aside. */
  readonly attempts: number;
  /** The pause after the first failure; each further one is twice as long. */
  readonly firstDelayMs: number;
}
/** Together about two minutes. */
export const RETRY_POLICY: RetryPolicy = { attempts: 10, firstDelayMs: 250 };
const MAX_PAUSE_MS = 60_000;

/**
 * What went wrong for one follower: batches are halved until the event is found that fails, which is then tried again with
 * growing pauses.
 */
export class ConsumerBackoff {
  readonly #maxBatchSize: number;
  readonly #retryPolicy: RetryPolicy;
  #batchSize: number;
  #attempts = 0;
  #pausedUntilMs = 0;

  constructor(maxBatchSize: number, retryPolicy: RetryPolicy) {
    this.#maxBatchSize = maxBatchSize;
    this.#retryPolicy = retryPolicy;
    this.#batchSize = maxBatchSize;
  }

  /** How many events to take at once. */
  get batchSize(): number {
    return this.#batchSize;
  }

  get isPausing(): boolean {
    return performance.now() < this.#pausedUntilMs;
  }

  onSuccess(): void {
    this.#batchSize = Math.min(2 * this.#batchSize, this.#maxBatchSize);
    this.#attempts = 0;
    this.#pausedUntilMs = 0;
  }

  /** True when the one event that `looked` at was tried often enough. */
  onFailure(lookedAt: number): boolean {
    if (lookedAt > 1) {
      this.#batchSize = Math.floor(lookedAt / 2);
      return false;
    }
    this.#attempts++;
    const pauseMs = Math.min(this.#retryPolicy.firstDelayMs * 2 ** (this.#attempts - 1), MAX_PAUSE_MS);
    this.#pausedUntilMs = performance.now() + pauseMs;
    return this.#attempts >= this.#retryPolicy.attempts;
  }
}

/** PostgreSQL's classes of failures that say nothing about the event: no connection, no room, conflicts, being shut down. */
const TRANSIENT_ERROR = /^(?:08|25|40|53|55|58|57P|E[A-Z_]+$)/;

/** Whether the same work may well succeed later, without any change to it. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isTransientError);
  if ("code" in error && typeof error.code === "string") return TRANSIENT_ERROR.test(error.code);
  // The driver's own failures carry no code.
  return /connect|terminated|calling end/i.test(error.message);
}
