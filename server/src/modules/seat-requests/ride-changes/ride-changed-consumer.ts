import type { Context, InTransaction } from "#platform/context.ts";
import { initializeOffset, type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createConsumer, type PollOnce } from "#platform/events/event-consumer.ts";
import { findActiveSeekers } from "../seat-requests.store.ts";

/**
 * Tells everybody with an open or accepted request on a ride that it has changed, so that they read it again: each
 * person once of each ride, however often it changed meanwhile. Whoever changes a ride need not know them, nor hold it
 * while they are told.
 */
export const rideChangedConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, { name: NAME, eventTypes: ["ride.changed"], handle: publishToPassengers });

/** Before the first start of a release with this follower they were told by whoever changed the ride. */
export const initRideChangedConsumer = ({ db }: Context): Promise<void> => initializeOffset(db, NAME);

const NAME = "ride-changed";

async function publishToPassengers(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const changedRideIds = events.flatMap(({ topic, fact }) =>
    topic === "rides" && fact.type === "ride.changed" ? [fact.rideId] : [],
  );
  for (const { ride_id, seeker_id } of await findActiveSeekers(ctx, [...new Set(changedRideIds)]))
    ctx.publish(`user:${seeker_id}`, { type: "ride.changed", rideId: ride_id });
}
