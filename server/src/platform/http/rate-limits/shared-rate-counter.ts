import type { Db } from "../../db/database.ts";
import { countAttempt } from "../../db/rate-counts.ts";
import { LruCache } from "../../lru-cache.ts";
import type { OpenCounter } from "./rate-limits.ts";

/** Maximum number of refused callers in memory, so that a flood of them does not reach the database. */
const MAX_REMEMBERED_REFUSALS = 20_000;

/**
 * Counts in the database, exactly and shared by all processes. No process holds a share, so one that ends or crashes
 * takes nothing of a limit with it. A refused caller is remembered until the window ends.
 */
export const createSharedCounter =
  (db: Db): OpenCounter =>
  (name, count, perS) => {
    const refusedUntilMs = new LruCache<string, number>(MAX_REMEMBERED_REFUSALS);
    return async (key) => {
      const waitMs = (refusedUntilMs.get(key) ?? 0) - performance.now();
      if (waitMs > 0) return waitMs;
      const { allowed, msLeft } = await countAttempt(db, { name: `${name} ${key}`, allowance: { count, perS } });
      if (allowed) return undefined;
      refusedUntilMs.set(key, performance.now() + msLeft);
      return msLeft;
    };
  };
