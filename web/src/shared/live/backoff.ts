const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/** How long to wait before the next try, so that all the browsers of a restarted server do not come at once. */
export function backoffMs(failures: number, random: number): number {
  const maxMs = Math.min(FIRST_MS * 2 ** failures, MAX_MS);
  return maxMs * (0.5 + random / 2);
}
