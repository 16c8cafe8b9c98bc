import type { RideIndex } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset } from "#platform/db/outbox/outbox.ts";
import { createConsumer, type PollOnce } from "#platform/events/event-consumer.ts";
import { MATCH_TRIGGER_EVENTS, type MatchTriggers, collectMatchTriggers } from "./match-triggers.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, markSeenRides } from "./ride-alerts.ts";

/**
 * Reads on in what happened and tells whom it concerns: of a ride those who wait for one like it, of a request the hosts
 * whose ways pass by. Its place moves together with what it writes, so each is told once by whichever process reads it.
 */
export const alertConsumer = (ctx: Context, index: RideIndex): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: MATCH_TRIGGER_EVENTS,
    handle: (ctx, events) => handleTriggers(ctx, index, collectMatchTriggers(events)),
  });

/** Before the first start of a release with alerts nobody was told; of what happened then nobody is told later. */
export const startAlertConsumer = ({ db }: Context): Promise<void> => initializeOffset(db, NAME);

const NAME = "demand-alerts";

async function handleTriggers(ctx: InTransaction, index: RideIndex, triggers: MatchTriggers): Promise<void> {
  await markSeenRides(ctx, index, triggers);
  await alertSeekers(ctx, triggers);
  await alertHosts(ctx, index, triggers);
}
