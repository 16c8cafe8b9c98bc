import type { Context } from "#platform/context.ts";
import { getRules } from "./community.store.ts";

/** Maintenance mode takes effect in every process within this time: each one queries the database this often. */
const CHECK_INTERVAL_MS = 500;

/**
 * Creates a cached check for one process that returns why the service is closed; null if it is open, or the database
 * fails.
 */
export function createMaintenanceCheck(ctx: Context): () => Promise<string | null> {
  let checkedAtMs = -Infinity;
  let reason: Promise<string | null> = Promise.resolve(null);
  return () => {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs >= CHECK_INTERVAL_MS) {
      checkedAtMs = nowMs;
      reason = getRules(ctx).then(
        ({ maintenance }) => maintenance,
        () => null,
      );
    }
    return reason;
  };
}
