import { DAY_MS } from "@commonlane/contract/durations";
import { type Context, transaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { showReliability } from "#modules/profiles/index.ts";

const BATCH = 1_000;

/** Shows others everybody's reliability as it is now. */
export async function showAllReliability(ctx: Context): Promise<void> {
  while ((await transaction(ctx, (ctx) => showReliability(ctx, BATCH))) === BATCH);
}

export const reliabilitySweeps: readonly Sweep[] = [
  {
    // At once, the numbers would tell anybody who reads them often when a person travels or cancels, on hidden rides too.
    name: "reliability.shown",
    everyS: DAY_MS / 1000,
    run: async (ctx) => (await showReliability(ctx, BATCH)) === BATCH,
  },
];
