import { DAY_MS } from "@commonlane/contract/durations";
import { showReliability } from "#modules/profiles/content/index.ts";
import type { Context } from "#platform/context.ts";
import { runTransactionSweep, type Sweep, type TransactionSweep } from "#platform/jobs/sweeps.ts";

export { initReliabilityConsumer, reliabilityConsumer } from "./reliability-consumer.ts";
export { recomputeReliability } from "./recompute.ts";

const BATCH = 1_000;

const showing: TransactionSweep = {
  // At once, the numbers would tell frequent readers when a person travels or cancels, on hidden rides too.
  name: "reliability.shown",
  everyS: DAY_MS / 1000,
  run: async (ctx) => (await showReliability(ctx, BATCH)) === BATCH,
};

/** Shows others the reliability of all users as it is now. */
export const showAllReliability = (ctx: Context): Promise<void> =>
  runTransactionSweep(ctx, showing);

export const reliabilitySweeps: readonly Sweep[] = [showing];
