/** This many challenges in ten minutes cost a network nothing more than the usual work; so many are forgotten again, too. */
const FREE = 20;
const FORGOTTEN_MS = 600_000;
/** So much harder it can become, after which it rises no more and is forgotten within the hour. */
const HARDEST = 16;
const MOST_KNOWN = 50_000;

interface Load {
  readonly asked: number;
  readonly atMs: number;
}

/**
 * How much harder the work is for a network that asks often: twice for every FREE challenges beyond the first, and back
 * again as time passes. Counted by each process alone.
 */
export class Difficulty {
  readonly #free: number;
  readonly #loads = new Map<string, Load>();

  /** `factor` widens what is free, as it does all limits. */
  constructor(factor: number) {
    this.#free = Math.max(1, FREE * factor);
  }

  get size(): number {
    return this.#loads.size;
  }

  /** Counts one more challenge; gives back by what its work is to be multiplied, 1 to 16. */
  ask(now: Date, network: string): number {
    const atMs = now.getTime();
    const free = this.#free;
    const before = this.#loads.get(network);
    const left = before ? Math.max(0, before.asked - ((atMs - before.atMs) / FORGOTTEN_MS) * free) : 0;
    const asked = Math.min(left + 1, free * (1 + Math.log2(HARDEST)));
    // Whoever asked last goes last, so that those who have been quiet for longest are forgotten first.
    this.#loads.delete(network);
    this.#loads.set(network, { asked, atMs });
    const [quietest] = this.#loads.size > MOST_KNOWN ? this.#loads.keys() : [];
    if (quietest !== undefined) this.#loads.delete(quietest);
    return 2 ** Math.max(0, (asked - free) / free);
  }
}
