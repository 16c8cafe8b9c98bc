/** Random numbers that are the same for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 to below 1 by mulberry32, which is good enough for sample data. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer between both bounds, inclusive. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  withProbability(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integer(0, items.length - 1)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  }

  /** One of the values, with a probability proportional to its weight. */
  weighted<T>(weights: readonly (readonly [T, number])[]): T {
    let remaining = this.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
    const chosen = weights.find(([, weight]) => (remaining -= weight) < 0) ?? weights.at(-1);
    if (!chosen) throw new Error("There is nothing to pick from.");
    return chosen[0];
  }

  /** The items in random order. */
  shuffled<T>(items: readonly T[]): T[] {
    const order = items.map((item) => ({
      item,
      at: this.next(),
    }));
    return order.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
  }
}
