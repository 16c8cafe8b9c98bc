import { notify } from "#modules/notices/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { endDrivers } from "./active-drivers.store.ts";
import { tell } from "./active-drivers.ts";
import { SAVED_WITHIN_MS } from "./live-map.ts";

const BATCH = 100;

export const activeDriverSweeps: readonly Sweep[] = [{ name: "active-driver.ended", everyS: 15, run: endSilent }];

/** Whoever was silent for too long is told so. Nobody sees them since then; that they are gone is written down soon after. */
async function endSilent(ctx: InTransaction): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - ctx.settings.DRIVER_SILENT_S * 1000 - SAVED_WITHIN_MS);
  const ended = await endDrivers(ctx, { before, limit: BATCH });
  for (const { uid, activated_at, by_system } of ended) {
    tell(ctx, uid, { type: "active-driver.ended", uid, how: by_system ? "system" : "silence" });
    if (by_system) continue;
    const cause = activated_at.toISOString();
    await notify(ctx, { to: uid, kind: "active-driver.ended", cause, path: "/active-drivers", details: {} });
  }
  return ended.length === BATCH;
}
