/** How a follower deals with an event that it fails at. */
export interface Patience {
  /** So often the same event is tried before it is set aside. */
  readonly tries: number;
  /** The pause after the first failure; each further one is twice as long. */
  readonly firstMs: number;
}
/** Together about two minutes. */
export const PATIENCE: Patience = { tries: 10, firstMs: 250 };
const LONGEST_PAUSE_MS = 60_000;

/**
 * What went wrong for one follower: batches are halved until the event is found that fails, which is then tried again with
 * growing pauses.
 */
export class Setbacks {
  readonly #largest: number;
  readonly #patience: Patience;
  #most: number;
  #tries = 0;
  #pausedUntilMs = 0;

  constructor(largest: number, patience: Patience) {
    this.#largest = largest;
    this.#patience = patience;
    this.#most = largest;
  }

  /** How many events to take at once. */
  get most(): number {
    return this.#most;
  }

  get isPausing(): boolean {
    return performance.now() < this.#pausedUntilMs;
  }

  worked(): void {
    this.#most = Math.min(2 * this.#most, this.#largest);
    this.#tries = 0;
    this.#pausedUntilMs = 0;
  }

  /** True when the one event that `looked` at was tried often enough. */
  failed(looked: number): boolean {
    if (looked > 1) {
      this.#most = Math.floor(looked / 2);
      return false;
    }
    this.#tries++;
    const pauseMs = Math.min(this.#patience.firstMs * 2 ** (this.#tries - 1), LONGEST_PAUSE_MS);
    this.#pausedUntilMs = performance.now() + pauseMs;
    return this.#tries >= this.#patience.tries;
  }
}

/** PostgreSQL's classes of failures that say nothing about the event: no connection, no room, conflicts, being shut down. */
const PASSING = /^(?:08|25|40|53|55|58|57P|E[A-Z_]+$)/;

/** Whether the same work may well succeed later, without any change to it. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if ("code" in error && typeof error.code === "string") return PASSING.test(error.code);
  // The driver's own failures carry no code.
  return /connect|terminated|calling end/i.test(error.message);
}
