import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { forgetRequestAlerts } from "./request-alerts.store.ts";
import { forgetRideAlerts } from "./ride-alerts.store.ts";
import { forgetSearches } from "./saved-searches.store.ts";
import { countWantedWays } from "./wanted-ways.ts";

const OVER_DAYS = 30;
const BATCH = 500;

export const savedSearchSweeps: readonly Sweep[] = [
  { name: "wanted-way.counted", everyS: 600, run: countWantedWays },
  {
    name: "saved-search.forgotten",
    everyS: 600,
    run: async (ctx) => {
      const nowMs = ctx.now().getTime();
      const dates = { removed: new Date(nowMs - HOUR_MS), over: new Date(nowMs - OVER_DAYS * DAY_MS) };
      return (await forgetSearches(ctx, dates, BATCH)) === BATCH;
    },
  },
  {
    name: "alert.forgotten",
    everyS: 3600,
    run: async (ctx) => {
      const yesterday = new Date(ctx.now().getTime() - DAY_MS);
      const rides = await forgetRideAlerts(ctx, yesterday, BATCH);
      return (await forgetRequestAlerts(ctx, yesterday, BATCH)) === BATCH || rides === BATCH;
    },
  },
];
