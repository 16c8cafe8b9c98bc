/** A benchmark. `run` reports its progress and returns the measured figures. */
export interface Bench {
  readonly name: string;
  readonly run: () => Promise<Figures>;
}

/** The result of a benchmark. */
export interface Figures {
  /** How it was measured, in a sentence or two. */
  readonly how: string;
  readonly rows: readonly Row[];
}

/** One row of a table: the measured quantity, its median, and its target. */
export interface Row {
  readonly what: string;
  readonly value: string;
  readonly target?: string;
  /** Undefined if there is no target. */
  readonly reached?: boolean;
}

export const logProgress = (line: string): void => void process.stdout.write(`${line}\n`);

/** The median; NaN of no values. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? NaN) + (sorted[Math.ceil(at)] ?? NaN)) / 2;
}

/** A row whose figure must not be above, or not below, its target. */
export function row(
  what: string,
  figure: number,
  {
    unit,
    digits = 0,
    atMost,
    atLeast,
  }: { unit: string; digits?: number; atMost?: number; atLeast?: number },
): Row {
  const inUnit = (number: number | string) => `${number} ${unit}`.trimEnd();
  const value = inUnit(figure.toFixed(digits));
  if (atMost !== undefined)
    return { what, value, target: `≤ ${inUnit(atMost)}`, reached: figure <= atMost };
  if (atLeast !== undefined)
    return { what, value, target: `≥ ${inUnit(atLeast)}`, reached: figure >= atLeast };
  return { what, value };
}

/** Random numbers that are the same in every run (mulberry32), from 0 up to but not including 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
