import type { Db } from "../db/database.ts";
import { takeTries } from "../db/rate-counts.ts";
import { LastUsed } from "../last-used.ts";
import type { OpenCounter } from "./rate-limits.ts";

/** A process takes tries from the database by the twentieth of what there is, so that a frequent call asks seldom. */
const PIECES = 20;
const MOST_KNOWN = 20_000;

interface Held {
  left: number;
  readonly endsAtMs: number;
  readonly isLast: boolean;
}

/**
 * Counts in the database, the same for all processes on it: together they never allow more than there is, and each of
 * the others may withhold a twentieth that it has taken and not used. What counts up to 39 is exact, try by try.
 */
export const countTogether =
  (db: Db): OpenCounter =>
  (name, count, perS) => {
    const piece = Math.max(1, Math.floor(count / PIECES));
    const held = new LastUsed<string, Held>(MOST_KNOWN);
    const asking = new Map<string, Promise<void>>();
    const ask = async (key: string) => {
      const { granted, msLeft } = await takeTries(db, `${name} ${key}`, { count, perS }, piece);
      held.set(key, { left: granted, endsAtMs: performance.now() + msLeft, isLast: granted === 0 });
    };
    return async (key) => {
      for (;;) {
        const own = held.get(key);
        const msLeft = own ? own.endsAtMs - performance.now() : 0;
        if (own && msLeft > 0) {
          if (own.left > 0) return void own.left--;
          if (own.isLast) return msLeft;
        }
        // One at a time for a key; whoever waited looks whether there is some left.
        const asked = asking.get(key) ?? ask(key).finally(() => asking.delete(key));
        asking.set(key, asked);
        await asked;
      }
    };
  };
