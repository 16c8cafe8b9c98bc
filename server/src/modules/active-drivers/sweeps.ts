import { notify } from "#modules/notifications/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteInactiveDrivers } from "./active-drivers.store.ts";
import { publishDriverEvent } from "./active-drivers.ts";
import { MAX_UNSAVED_MS } from "./map/live-map.ts";

const BATCH = 100;

export const activeDriverSweeps: readonly Sweep[] = [
  {
    name: "active-driver.ended",
    everyS: 15,
    run: deactivateSilentDrivers,
  },
];

/**
 * Notifies drivers who were removed for inactivity. They are hidden immediately; the removal is saved shortly after.
 */
async function deactivateSilentDrivers(ctx: InTransaction): Promise<boolean> {
  const before = new Date(
    ctx.now().getTime() - ctx.settings.DRIVER_TIMEOUT_S * 1000 - MAX_UNSAVED_MS,
  );
  const ended = await deleteInactiveDrivers(ctx, {
    before,
    limit: BATCH,
  });
  for (const { uid, activated_at, by_system } of ended) {
    publishDriverEvent(ctx, uid, {
      type: "active-driver.ended",
      uid,
      how: by_system ? "system" : "silence",
    });
    if (by_system) continue;
    const cause = activated_at.toISOString();
    await notify(ctx, {
      to: uid,
      kind: "active-driver.ended",
      cause,
      path: "/active-drivers",
      details: {},
    });
  }
  return ended.length === BATCH;
}
