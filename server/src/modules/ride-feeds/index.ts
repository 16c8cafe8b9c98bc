import { DAY_MS } from "@commonlane/contract/durations";
import { feedReceivers } from "@commonlane/contract/feed-receivers";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { deletePastListedRides } from "./listed-rides.store.ts";
import { addReceiver, listReceivers, removeReceiver } from "./receivers.ts";

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

export const feedReceiverRoutes: RegisterRoutes = (http) => {
  http.on(feedReceivers.list, (ctx) => listReceivers(ctx));
  http.on(feedReceivers.add, (ctx, { body }, by) => addReceiver(ctx, by.uid, body));
  http.on(feedReceivers.remove, (ctx, { params }, by) =>
    removeReceiver(ctx, by.uid, params.receiverId),
  );
};
