import type { Context } from "#platform/context.ts";
import { rulesNow } from "./community.store.ts";

/** Closing and opening are felt everywhere within this time: each process asks the database that often. */
const LOOK_AGAIN_MS = 500;

/** Why the service is closed for now, for one process; nothing where it is open, also where the database cannot say. */
export function closedFor(ctx: Context): () => Promise<string | null> {
  let lookedAtMs = -Infinity;
  let closed: Promise<string | null> = Promise.resolve(null);
  return () => {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs >= LOOK_AGAIN_MS) {
      lookedAtMs = nowMs;
      closed = rulesNow(ctx).then(
        ({ maintenance }) => maintenance,
        () => null,
      );
    }
    return closed;
  };
}
