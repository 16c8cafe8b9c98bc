/** Waits that outlive a reload, kept in this tab only: since when somebody waits for another code. */

const keyOf = (name: string) => `commonlane.wait.${name}`;

/** Begins a wait, in place of one of the same name that was begun before; gives the instant, in milliseconds. */
export function beginWait(name: string, now = Date.now()): number {
  try {
    sessionStorage.setItem(keyOf(name), String(now));
  } catch {
    // A full or forbidden storage only costs the reload.
  }
  return now;
}

/** When a wait was begun, in milliseconds; 0 when it never was. */
export function waitBegunAt(name: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(name)));
  } catch {
    return 0;
  }
}

export function endWait(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept there, then.
  }
}

/** Whole seconds that are left of a wait; never more than all of them, also when the clock was set back. */
export const leftOfWait = (begunAt: number, seconds: number, now = Date.now()): number =>
  Math.max(0, Math.min(seconds, Math.ceil(seconds - (now - begunAt) / 1000)));
