import { Problem } from "#platform/http/problem.ts";

interface Bounds {
  readonly windowMs: number;
  /** Wrong tries for one name from one address. */
  readonly fromAddress: number;
  /** Wrong tries for one name from everywhere. Beyond it each address has one try left, so that the owner has too. */
  readonly inAll: number;
}
/** Of passwords, for one account. */
export const PASSWORD_TRIES: Bounds = { windowMs: 5 * 60_000, fromAddress: 10, inAll: 100 };
/** Of codes, for one address and purpose: two codes' worth, so that nobody can spoil every code that its owner asks for. */
export const CODE_TRIES: Bounds = { windowMs: 3_600_000, fromAddress: 10, inAll: 100 };
const MOST_KNOWN = 50_000;

interface Count {
  tries: number;
  readonly endsAtMs: number;
}

/**
 * Slows guessing down without locking anybody out: who guesses from an address is stopped there, the owner at another
 * address is not. Counted by each process alone, and the same for names that nobody has.
 */
export class Tries {
  readonly #bounds: Bounds;
  readonly #counts = new Map<string, Count>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Counts a try before the guess is looked at; gives back how to take a right one off the count. */
  begin(now: Date, name: string, address: string): () => void {
    const nowMs = now.getTime();
    const inAll = this.#count(name, nowMs);
    const fromHere = this.#count(`${name} ${address}`, nowMs);
    const most = inAll.tries >= this.#bounds.inAll ? 1 : this.#bounds.fromAddress;
    if (fromHere.tries >= most) {
      throw new Problem("too_many", { retryAfterS: Math.ceil((fromHere.endsAtMs - nowMs) / 1000) });
    }
    inAll.tries++;
    fromHere.tries++;
    return () => {
      inAll.tries--;
      fromHere.tries--;
    };
  }

  #count(key: string, nowMs: number): Count {
    const known = this.#counts.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    const fresh = { tries: 0, endsAtMs: nowMs + this.#bounds.windowMs };
    this.#counts.delete(key);
    this.#counts.set(key, fresh);
    const [oldest] = this.#counts.size > MOST_KNOWN ? this.#counts.keys() : [];
    if (oldest !== undefined) this.#counts.delete(oldest);
    return fresh;
  }
}
