const FIRST_MS = 1_000;
const MOST_MS = 30_000;

/** How long to wait before the next try, so that all the browsers of a restarted server do not come at once. */
export function backOffMs(failures: number, chance: number): number {
  const longest = Math.min(FIRST_MS * 2 ** failures, MOST_MS);
  return longest * (0.5 + chance / 2);
}
