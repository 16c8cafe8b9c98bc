/** Waits that outlive a reload, kept in this tab only: since when somebody waits for another code. */

const storageKey = (name: string) => `commonlane.wait.${name}`;

/** Begins a wait, in place of one of the same name that was begun before; gives the instant, in milliseconds. */
export function startCooldown(name: string, now = Date.now()): number {
  try {
    sessionStorage.setItem(storageKey(name), String(now));
  } catch {
    // A full or forbidden storage only costs the reload.
  }
  return now;
}

/** When a wait was begun, in milliseconds; 0 when it never was. */
export function cooldownStartedAt(name: string): number {
  try {
    return Number(sessionStorage.getItem(storageKey(name)));
  } catch {
    return 0;
  }
}

export function endCooldown(name: string): void {
  try {
    sessionStorage.removeItem(storageKey(name));
  } catch {
    // Nothing was kept there, then.
  }
}

/** Whole seconds that are left of a wait; never more than all of them, also when the clock was set back. */
export const cooldownSecondsLeft = (startedAt: number, seconds: number, now = Date.now()): number =>
  Math.max(0, Math.min(seconds, Math.ceil(seconds - (now - startedAt) / 1000)));
