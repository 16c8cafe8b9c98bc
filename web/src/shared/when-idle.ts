const AT_MOST_MS = 2_000;

/** Does work once the browser has nothing more urgent to do, at the latest after 2 s. Safari has no idle callback. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout: AT_MOST_MS });
  else setTimeout(work, AT_MOST_MS / 4);
}
