/** How a consumer handles an event that it fails to process. */
export interface RetryPolicy {
  /** Number of attempts before the event is set aside. */
  readonly attempts: number;
  /** The delay after the first failure; doubles with each further one. */
  readonly firstDelayMs: number;
}
/** About two minutes in total. */
export const RETRY_POLICY: RetryPolicy = {
  attempts: 10,
  firstDelayMs: 250,
};
const MAX_PAUSE_MS = 60_000;

/**
 * Failure state of one consumer: batches are halved until the failing event is isolated, which is then retried with
 * growing delays.
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

  /** Number of events to read at once. */
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

  /** Returns true if the single event in `lookedAt` has used up its attempts. */
  onFailure(lookedAt: number): boolean {
    if (lookedAt > 1) {
      this.#batchSize = Math.floor(lookedAt / 2);
      return false;
    }
    this.#attempts++;
    const pauseMs = Math.min(
      this.#retryPolicy.firstDelayMs * 2 ** (this.#attempts - 1),
      MAX_PAUSE_MS,
    );
    this.#pausedUntilMs = performance.now() + pauseMs;
    return this.#attempts >= this.#retryPolicy.attempts;
  }
}

/**
 * Errors that do not depend on the event: PostgreSQL's classes for no connection, no space, conflicts and shutdown, and
 * those of the system, such as ECONNRESET. Node's own, such as ERR_INVALID_URL, do depend on it.
 */
const TRANSIENT_ERROR = /^(?:08|25|40|53|55|58|57P|E(?!RR_)[A-Z_]+$)/;

/** True if the same work may succeed later without any change. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isTransientError);
  if ("code" in error && typeof error.code === "string") return TRANSIENT_ERROR.test(error.code);
  // The driver's own errors carry no code.
  return /connect|terminated|calling end/i.test(error.message);
}
