import type { RideIndex } from "#modules/rides/search/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset } from "#platform/db/outbox/outbox.ts";
import { createConsumer, type PollOnce } from "#platform/events/event-consumer.ts";
import {
  MATCH_TRIGGER_EVENTS,
  type MatchTriggers,
  collectMatchTriggers,
} from "./match-triggers.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, markSeenRides } from "./ride-alerts.ts";

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
