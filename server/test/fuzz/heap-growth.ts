import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MEGABYTE = 2 ** 20;
/** Allowed difference of two measurements without a leak: compiled code, strings not yet collected. */
const NOISE_MB = 24;

/** Measures the heap in the course of a long run, after garbage collection. */
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

  /** Flat if the last third holds no more than the middle one; the first third fills caches. */
  get verdict(): { readonly isFlat: boolean; readonly summary: string } {
    const third = Math.floor(this.#heldMb.length / 3);
    const middle = median(this.#heldMb.slice(third, 2 * third));
    const last = median(this.#heldMb.slice(2 * third));
    const summary = `${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last`;
    return { isFlat: last - middle < NOISE_MB, summary };
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
