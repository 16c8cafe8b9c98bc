import type { Context, InTransaction } from "#platform/context.ts";
import { findActiveSeekers } from "../seat-requests.store.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import type { PollOnce } from "#platform/events/polling.ts";

const NAME = "ride-changed";

/**
 * Notifies users with an active request on a changed ride so that their clients reload it, once per batch. A separate
 * consumer, so that a change neither needs to know the passengers nor locks the ride while they are notified.
 */
export const rideChangedConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: ["ride.changed"],
    handle: publishToPassengers,
  });

/** Before this consumer existed, the change itself notified them. */
export const initRideChangedConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

async function publishToPassengers(
  ctx: InTransaction,
  events: readonly StoredEvent[],
): Promise<void> {
  const changedRideIds = events.flatMap(({ topic, payload }) =>
    topic === "rides" && payload.type === "ride.changed" ? [payload.rideId] : [],
  );
  for (const { ride_id, seeker_id } of await findActiveSeekers(ctx, [...new Set(changedRideIds)]))
    ctx.publish(`user:${seeker_id}`, {
      type: "ride.changed",
      rideId: ride_id,
    });
}
