const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/** Delay before the next attempt, with jitter so that browsers do not all reconnect at once after a restart. */
export function backoffMs(failures: number, random: number): number {
  const maxMs = Math.min(FIRST_MS * 2 ** failures, MAX_MS);
  return maxMs * (0.5 + random / 2);
}
