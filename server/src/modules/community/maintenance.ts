import type { Context } from "#platform/context.ts";
import { getRules } from "./community.store.ts";

/** Closing and opening are felt everywhere within this time: each process asks the database that often. */
const CHECK_INTERVAL_MS = 500;

/** Why the service is closed for now, for one process; nothing where it is open, also where the database cannot say. */
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
