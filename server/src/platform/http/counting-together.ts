import type { Db } from "../db/database.ts";
import { countTry } from "../db/rate-counts.ts";
import { LastUsed } from "../last-used.ts";
import type { OpenCounter } from "./rate-limits.ts";

/** Refused callers that are remembered, so that a flood of them does not reach the database. */
const MOST_REFUSED = 20_000;

/**
 * Counts in the database, exactly and the same for all processes on it. Nothing is held in a process, so one that ends or
 * dies takes nothing of a limit with it. A refused caller is remembered until the stretch is over.
 */
export const countTogether =
  (db: Db): OpenCounter =>
  (name, count, perS) => {
    const refused = new LastUsed<string, number>(MOST_REFUSED);
    return async (key) => {
      const waitMs = (refused.get(key) ?? 0) - performance.now();
      if (waitMs > 0) return waitMs;
      const { allowed, msLeft } = await countTry(db, { name: `${name} ${key}`, allowance: { count, perS } });
      if (allowed) return undefined;
      refused.set(key, performance.now() + msLeft);
      return msLeft;
    };
  };
