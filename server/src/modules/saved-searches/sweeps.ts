import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { neighbourAlertSweep } from "./neighbour-alerts.ts";
import { deleteOldRequestAlerts } from "./request-alerts.store.ts";
import { deleteOldRideAlerts } from "./ride-alerts.store.ts";
import { deleteOldSearches } from "./saved-searches.store.ts";
import { updatePopularRoutes } from "./popular-routes.ts";

const OVER_DAYS = 30;
const BATCH = 500;

export const savedSearchSweeps: readonly Sweep[] = [
  neighbourAlertSweep,
  // Often, it would show when a single search begins or ends.
  {
    name: "popular-route.counted",
    everyS: DAY_MS / 1000,
    run: updatePopularRoutes,
  },
  {
    name: "saved-search.forgotten",
    everyS: 600,
    run: async (ctx) => {
      const nowMs = ctx.now().getTime();
      const dates = {
        removedBefore: new Date(nowMs - HOUR_MS),
        endedBefore: new Date(nowMs - OVER_DAYS * DAY_MS),
      };
      return (await deleteOldSearches(ctx, dates, BATCH)) === BATCH;
    },
  },
  {
    name: "alert.forgotten",
    everyS: 3600,
    run: async (ctx) => {
      const yesterday = new Date(ctx.now().getTime() - DAY_MS);
      const rides = await deleteOldRideAlerts(ctx, yesterday, BATCH);
      return (await deleteOldRequestAlerts(ctx, yesterday, BATCH)) === BATCH || rides === BATCH;
    },
  },
];
