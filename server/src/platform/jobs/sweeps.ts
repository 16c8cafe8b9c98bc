import { type Context, type InTransaction, transaction } from "../context.ts";
import { ClockSkew } from "../db/clock-skew.ts";
import { tryLock } from "./sweeps.store.ts";

/** A scheduled task that completes, expires or deletes what is due, with one conditional statement per batch. */
export interface Sweep {
  /** `noun.past-verb`, like the event it publishes. */
  readonly name: string;
  readonly everyS: number;
  /**
   * Runs in its own transaction, which must be short, so it handles one batch at most; returns true if there is more to
   * do at once. Uses `ctx.now()` as the time, never the database's clock.
   */
  readonly run: (ctx: InTransaction) => Promise<unknown>;
  /**
   * Prefetches the routes that the next batch will need, since no service is called inside a transaction; runs only if
   * there is road data.
   */
  readonly prefetch?: (ctx: Context) => Promise<unknown>;
}

/** Runs a sweep until nothing is left to do; does nothing if another process is running it. Stops early on request. */
export async function runSweep(ctx: Context, { name, run, prefetch }: Sweep, stopping?: AbortSignal): Promise<void> {
  const batch = async () => {
    if (ctx.routing.hasRoadData) await prefetch?.(ctx);
    return transaction(ctx, async (ctx) => (await tryLock(ctx.db, `sweep ${name}`)) && (await run(ctx)));
  };
  let hasMore: unknown = true;
  while (hasMore === true) hasMore = !stopping?.aborted && (await batch());
}

/**
 * Runs each sweep at once and then every `everyS`, in this process, except while the clocks of process and database
 * disagree. Returns a function that stops after the current run.
 */
export function startSweeps(ctx: Context, sweeps: readonly Sweep[]): () => Promise<void> {
  const clockSkew = new ClockSkew(ctx);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = sweeps.map((sweep) => {
    const runNow = () => {
      if (running.has(sweep.name)) return;
      const run = clockSkew
        .isInSync()
        .then((inSync) => (inSync ? runSweep(ctx, sweep, stopping.signal) : undefined))
        .catch((error: unknown) => ctx.log.error({ err: error, sweep: sweep.name }, "a sweep failed"))
        .finally(() => running.delete(sweep.name));
      running.set(sweep.name, run);
    };
    runNow();
    return setInterval(runNow, sweep.everyS * 1000);
  });
  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}
