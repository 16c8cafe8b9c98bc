import type { Db } from "../../db/database.ts";
import { countAttempt } from "../../db/rate-counts.ts";
import { LRUCache } from "lru-cache";
import type { OpenCounter } from "./rate-limits.ts";

/** Maximum number of refused callers in memory, so that a flood of them does not reach the database. */
const MAX_REMEMBERED_REFUSALS = 20_000;

/**
 * Counts in the database, exactly and shared by all processes. No process holds a share, so one that ends or crashes
 * takes nothing of a limit with it. A refused caller is remembered until the window ends.
 */
export function createSharedCounter(db: Db): OpenCounter {
  const refusedUntilMs = new LRUCache<string, number>({ max: MAX_REMEMBERED_REFUSALS });
  return (counterName, count, perS) => async (key) => {
    const name = `${counterName} ${key}`;
    const waitMs = (refusedUntilMs.get(name) ?? 0) - performance.now();
    if (waitMs > 0) return waitMs;
    const { allowed, msLeft } = await countAttempt(db, {
      name,
      allowance: { count, perS },
    });
    if (allowed) return undefined;
    refusedUntilMs.set(name, performance.now() + msLeft);
    return msLeft;
  };
}
