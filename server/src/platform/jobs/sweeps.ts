import { type Context, type InTransaction, type OutsideContext, transaction } from "../context.ts";
import { ClockSkew } from "../db/clock-skew.ts";
import { Semaphore } from "../semaphore.ts";
import { tryLock } from "./jobs.store.ts";

/**
 * Batches at once in this process. Most sweeps start together, and each would keep a connection to the database open.
 */
const MAX_BATCHES = 1;
/** Sweeps of one interval would otherwise always run together, and each keep a connection. */
const START_APART_MS = 20;

/** A scheduled task that completes, expires or deletes what is due. */
export type Sweep = TransactionSweep | OutsideSweep;

interface Schedule {
  /** `noun.past-verb`, like the event it publishes. */
  readonly name: string;
  readonly everyS: number;
}

/** A sweep with one conditional statement per batch. */
export interface TransactionSweep extends Schedule {
  /**
   * Runs in its own transaction, which must be short, so it handles one batch at most; returns true if there is more to
   * do at once. Uses `ctx.now()` as the time, never the database's clock.
   */
  readonly run: (ctx: InTransaction) => Promise<unknown>;
  readonly runOutside?: undefined;
}

/** A sweep that asks other services, or whose items are so much work that each has a transaction of its own. */
interface OutsideSweep extends Schedule {
  /**
   * Claims its items in short transactions, because several processes may run it at once. Returns true if there is more
   * to do at once.
   */
  readonly runOutside: (ctx: OutsideContext) => Promise<unknown>;
  readonly run?: undefined;
}

/**
 * Handles items in a transaction each. One that fails is logged, and is in no one's way: it is due again at the next
 * run.
 *
 * @example
 * await forEachInTransaction(ctx, await findDueUids(ctx), eraseIfDue);
 */
export async function forEachInTransaction<Item>(
  ctx: Context,
  items: readonly Item[],
  work: (ctx: InTransaction, item: Item) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await transaction(ctx, (ctx) => work(ctx, item));
    } catch (error) {
      ctx.log.error(
        {
          err: error,
          item,
        },
        "an item of a sweep failed",
      );
    }
  }
}

interface RunOptions {
  /** Stops after the current batch. */
  readonly stopping?: AbortSignal;
  /** Limits how many batches run at once. */
  readonly slots?: Semaphore;
}

/** Runs a sweep until nothing is left to do; does nothing if another process is running it. Stops early on request. */
export async function runSweep(
  ctx: OutsideContext,
  sweep: Sweep,
  { stopping, slots }: RunOptions = {},
): Promise<void> {
  const runBatch = () => {
    if (sweep.runOutside) return sweep.runOutside(ctx);
    const runIt = () => runInTransaction(ctx, sweep);
    return slots ? slots.run(runIt) : runIt();
  };
  await repeatWhileTrue(runBatch, stopping);
}

/** Runs a sweep that calls no other service, as `runSweep` does. */
export function runTransactionSweep(ctx: Context, sweep: TransactionSweep): Promise<void> {
  return repeatWhileTrue(() => runInTransaction(ctx, sweep));
}

async function repeatWhileTrue(
  runBatch: () => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<void> {
  let hasMore: unknown = true;
  while (hasMore === true) hasMore = !stopping?.aborted && (await runBatch());
}

async function runInTransaction(ctx: Context, { name, run }: TransactionSweep): Promise<unknown> {
  return transaction(
    ctx,
    async (ctx) => (await tryLock(ctx.db, `sweep ${name}`)) && (await run(ctx)),
  );
}

/**
 * Runs each sweep now, a moment apart, and then every `everyS`, in this process, except while the clocks of process and
 * database disagree. Transactions of sweeps run one at a time. Returns a function that stops after the current run.
 */
export function startSweeps(ctx: OutsideContext, sweeps: readonly Sweep[]): () => Promise<void> {
  const clockSkew = new ClockSkew(ctx);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const slots = new Semaphore({
    maxConcurrent: MAX_BATCHES,
    maxQueued: sweeps.length,
  });
  const timers: NodeJS.Timeout[] = [];

  for (const [n, sweep] of sweeps.entries()) {
    const runNow = () => {
      if (running.has(sweep.name)) return;
      const run = slots
        .run(() => clockSkew.isInSync())
        .then((inSync) =>
          inSync
            ? runSweep(ctx, sweep, {
                stopping: stopping.signal,
                slots,
              })
            : undefined,
        )
        .catch((error: unknown) =>
          ctx.log.error(
            {
              err: error,
              sweep: sweep.name,
            },
            "a sweep failed",
          ),
        )
        .finally(() => running.delete(sweep.name));
      running.set(sweep.name, run);
    };
    const begin = () => {
      timers.push(setInterval(runNow, sweep.everyS * 1000));
      runNow();
    };
    timers.push(setTimeout(begin, n * START_APART_MS));
  }

  return async () => {
    stopping.abort();
    for (const timer of timers) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
