/** A direction of a segment: twice the number of the segment, and one more if it goes against its points. */
export type Directed = number;

export const reverseOf = (directed: Directed): Directed => directed ^ 1;

/** The state of one who may take any turn. */
export const FREE = 0;
export const FORBIDDEN = -1;

/**
 * What one may not do next, by what one has just driven: an automaton (Aho, Corasick 1975) over forbidden sequences of
 * directed segments. Each state other than `FREE` is the beginning of at least one such sequence, and lies at the end of
 * the segment that was driven last.
 */
export class TurnStates {
  /** Of each state, the directed segment that leads to it; of `FREE`, -1. */
  readonly arrivedBy: number[] = [-1];
  readonly #next = new Map<number, number>();
  readonly #fallback: number[] = [FREE];
  readonly #isForbidden: boolean[] = [false];

  constructor(sequences: readonly (readonly Directed[])[]) {
    const parents: number[] = [-1];
    for (const sequence of sequences) {
      let state = FREE;
      for (const directed of sequence) {
        const key = keyOf(state, directed);
        let next = this.#next.get(key);
        if (next === undefined) {
          next = this.arrivedBy.push(directed) - 1;
          this.#next.set(key, next);
          this.#isForbidden.push(false);
          parents.push(state);
        }
        state = next;
      }
      this.#isForbidden[state] = true;
    }
    this.#connect(parents);
  }

  /** Number of states with `FREE`. */
  get size(): number {
    return this.arrivedBy.length;
  }

  /** Whether a car can be in this state: it has not just done what is forbidden. */
  isReachable(state: number): boolean {
    return this.#isForbidden[state] === false;
  }

  /** The state after driving a segment, or `FORBIDDEN`. */
  after(state: number, directed: Directed): number {
    const next = this.#follow(state, directed);
    return this.#isForbidden[next] === true ? FORBIDDEN : next;
  }

  #follow(start: number, directed: Directed): number {
    for (let state = start; ; state = this.#fallback[state] ?? FREE) {
      const next = this.#next.get(keyOf(state, directed));
      if (next !== undefined) return next;
      if (state === FREE) return FREE;
    }
  }

  /** Finds for each state the longest other one that its sequence ends with, shorter sequences first. */
  #connect(parents: readonly number[]): void {
    const depth = this.arrivedBy.map(() => 0);
    const order = this.arrivedBy.map((_, state) => state).slice(1);
    for (const state of order) depth[state] = (depth[parents[state] ?? 0] ?? 0) + 1;
    for (const state of order.toSorted((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0))) {
      const parent = parents[state] ?? FREE;
      const arrived = this.arrivedBy[state] ?? 0;
      const fallback =
        parent === FREE ? FREE : this.#follow(this.#fallback[parent] ?? FREE, arrived);
      this.#fallback[state] = fallback;
      if (this.#isForbidden[fallback] === true) this.#isForbidden[state] = true;
    }
  }
}

/** A directed segment has at most 32 bits, so the number of a state fits beside it. */
const keyOf = (state: number, directed: Directed): number => state * 2 ** 32 + directed;
