import { Problem } from "#platform/http/problem.ts";

const WINDOW_MS = 5 * 60_000;
/** Wrong passwords for one account from one address. */
const MOST_FROM_ADDRESS = 10;
/** Wrong passwords for one account from everywhere. Beyond it each address has one try left, so that its owner has too. */
const MOST_IN_ALL = 100;
const MOST_KNOWN = 50_000;

interface Count {
  tries: number;
  readonly endsAtMs: number;
}

/**
 * Slows guessing of passwords down without locking anybody out: who guesses from an address is stopped there, the
 * owner at another address is not. Counted by each process alone, and the same for e-mails without an account.
 */
export class SignInTries {
  readonly #counts = new Map<string, Count>();

  get size(): number {
    return this.#counts.size;
  }

  /** Counts a try before the password is looked at; gives back how to take a right one off the count. */
  begin(now: Date, email: string, address: string): () => void {
    const nowMs = now.getTime();
    const inAll = this.#count(email, nowMs);
    const fromHere = this.#count(`${email} ${address}`, nowMs);
    const most = inAll.tries >= MOST_IN_ALL ? 1 : MOST_FROM_ADDRESS;
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
    const fresh = { tries: 0, endsAtMs: nowMs + WINDOW_MS };
    this.#counts.delete(key);
    this.#counts.set(key, fresh);
    const [oldest] = this.#counts.size > MOST_KNOWN ? this.#counts.keys() : [];
    if (oldest !== undefined) this.#counts.delete(oldest);
    return fresh;
  }
}
