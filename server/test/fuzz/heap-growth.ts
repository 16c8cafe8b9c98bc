import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MEGABYTE = 2 ** 20;
/** What two looks may differ by without anything being kept: code that was made fast, strings not yet let go. */
const NOISE_MB = 24;

/** What is held in memory in the course of a long run, looked at after everything else was let go. */
export class HeapGrowth {
  readonly #collect: () => void;
  readonly #heldMb: number[] = [];

  constructor() {
    setFlagsFromString("--expose-gc");
    this.#collect = runInNewContext("gc");
  }

  measure(): void {
    this.#collect();
    this.#heldMb.push(process.memoryUsage().heapUsed / MEGABYTE);
  }

  /** Flat where the last third holds no more than the middle one; the first third fills what is kept on purpose. */
  get verdict(): { readonly isFlat: boolean; readonly summary: string } {
    const third = Math.floor(this.#heldMb.length / 3);
    const [middle, last] = [median(this.#heldMb.slice(third, 2 * third)), median(this.#heldMb.slice(2 * third))];
    const summary = `${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last`;
    return { isFlat: last - middle < NOISE_MB, summary };
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
