import { DAY_MS } from "@commonlane/contract/durations";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteOldEvents } from "./events.store.ts";

const BATCH = 500;
const KEPT_DAYS = 90;

export const eventSweeps: readonly Sweep[] = [
  {
    name: "community-event.pruned",
    everyS: 3600,
    run: (ctx) => deleteOldEvents(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS), BATCH),
  },
];
