import { DAY_MS } from "@commonlane/contract/durations";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deletePastListedRides } from "./listed-rides.store.ts";

export { feedReceiverRoutes } from "./ride-feeds.routes.ts";
export { mountRideFeeds } from "./serve-feeds.ts";

const KEPT_DAYS = 7;
const BATCH = 500;

/** Deletes what left of rides a week after their departure. */
export const rideFeedSweeps: readonly Sweep[] = [
  {
    name: "ride-feeds.pruned",
    everyS: 3600,
    run: (ctx) =>
      deletePastListedRides(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS), BATCH),
  },
];
