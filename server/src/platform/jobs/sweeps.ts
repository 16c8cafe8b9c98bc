import { type Context, type InTransaction, transaction } from "../context.ts";
import { ClockSkew } from "../db/clock-skew.ts";
import { tryLock } from "./sweeps.store.ts";

/** A rule of time that applies itself: every so often one conditional statement brings to rest whatever is due. */
export interface Sweep {
  /** `noun.past-verb`, like what it announces. */
  readonly name: string;
  readonly everyS: number;
  /**
   * Runs in a transaction of its own that must be short, so it takes a batch at most; true says that there is more to
   * do at once. The time is `ctx.now()`, never the database's.
   */
  readonly run: (ctx: InTransaction) => Promise<unknown>;
  /** Has the roads remembered that the next batch will need, since nobody is asked in a transaction; done where the router knows any. */
  readonly prefetch?: (ctx: Context) => Promise<unknown>;
}

/** Does a sweep until nothing is left to do; nothing when another process is at it. Stops early when told to. */
export async function runSweep(ctx: Context, { name, run, prefetch }: Sweep, stopping?: AbortSignal): Promise<void> {
  const batch = async () => {
    if (ctx.routing.hasRoadData) await prefetch?.(ctx);
    return transaction(ctx, async (ctx) => (await tryLock(ctx.db, `sweep ${name}`)) && (await run(ctx)));
  };
  let hasMore: unknown = true;
  while (hasMore === true) hasMore = !stopping?.aborted && (await batch());
}

/**
 * Runs each sweep at once and then every `everyS`, in this process, except while the clocks of this process and of the
 * database disagree. Gives back how to stop, after what runs now.
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
