import { Problem } from "./http/problem.ts";

const RETRY_AFTER_S = 5;

/** Lets a few in at once and the others wait in line; when the line is full it sends away. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #line: (() => void)[] = [];
  #busy = 0;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#mostWaiting = waiting;
  }

  /** Runs `work` when its turn comes. Throws Problem too_many when the line is full. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#atOnce) await this.#queue();
    else this.#busy++;
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      // The place is handed over rather than given up, so that nobody who comes now overtakes the line.
      if (next) next();
      else this.#busy--;
    }
  }

  #queue(): Promise<void> {
    if (this.#line.length >= this.#mostWaiting) throw new Problem("too_many", { retryAfterS: RETRY_AFTER_S });
    return new Promise((go) => this.#line.push(go));
  }
}
