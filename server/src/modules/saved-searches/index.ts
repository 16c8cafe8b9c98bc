import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { savedSearches } from "@commonlane/contract/saved-searches";
import type { RideIndex } from "#modules/rides/search/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import {
  MATCH_TRIGGER_EVENTS,
  type MatchTriggers,
  collectMatchTriggers,
} from "./match-triggers.ts";
import { neighbourAlertSweep } from "./neighbour-alerts.ts";
import {
  changeSearch,
  listOwnSearches,
  removeSearch,
  restoreSearch,
  saveSearch,
} from "./saved-searches.ts";
import { listPopularRoutes, updatePopularRoutes } from "./popular-routes.ts";
import { deleteOldRequestAlerts } from "./request-alerts.store.ts";
import { alertHosts } from "./request-alerts.ts";
import { deleteOldRideAlerts } from "./ride-alerts.store.ts";
import { alertSeekers, markSeenRides } from "./ride-alerts.ts";
import { deleteOldSearches } from "./saved-searches.store.ts";

export { saveSearch } from "./saved-searches.ts";

export const savedSearchRoutes: RegisterRoutes = (http) => {
  http.on(savedSearches.save, (ctx, { body }, owner) => saveSearch(ctx, owner, body));
  http.on(savedSearches.own, (ctx, _, owner) => listOwnSearches(ctx, owner));
  http.on(savedSearches.change, (ctx, { params, body }, owner) =>
    changeSearch(ctx, owner, params.savedSearchId, body),
  );
  http.on(savedSearches.remove, (ctx, { params }, owner) =>
    removeSearch(ctx, owner, params.savedSearchId),
  );
  http.on(savedSearches.restore, (ctx, { params }, owner) =>
    restoreSearch(ctx, owner, params.savedSearchId),
  );
  http.on(savedSearches.popularRoutes, (ctx) => listPopularRoutes(ctx));
};

/**
 * Reads events and sends alerts: for a ride to seekers with a matching search, for a request to hosts whose route
 * passes it. The offset is stored together with the alerts, so each is sent once by whichever process reads the event.
 */
export const alertConsumer = (ctx: Context, index: RideIndex): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: MATCH_TRIGGER_EVENTS,
    handle: (ctx, events) => handleTriggers(ctx, index, collectMatchTriggers(events)),
  });

/** Starts at the current offset: events from before the first release with alerts never cause alerts. */
export function startAlertConsumer({ db }: Context): Promise<void> {
  return initializeOffset(db, NAME);
}

const NAME = "demand-alerts";

async function handleTriggers(
  ctx: InTransaction,
  index: RideIndex,
  triggers: MatchTriggers,
): Promise<void> {
  await markSeenRides(ctx, index, triggers);
  await alertSeekers(ctx, triggers);
  await alertHosts(ctx, index, triggers);
}

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
