import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { seekersOf } from "./seat-requests.store.ts";

/**
 * Tells everybody with an open or accepted request on a ride that it has changed, so that they read it again: each
 * person once of each ride, however often it changed meanwhile. Whoever changes a ride need not know them, nor hold it
 * while they are told.
 */
export const rideNews = (ctx: Context): Step =>
  namedFollower(ctx, { name: NAME, reads: ["ride.changed"], take: tellPassengers });

/** Before the first start of a release with this follower they were told by whoever changed the ride. */
export const beginRideNews = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "ride-news";

async function tellPassengers(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  const changed = events.flatMap(({ topic, fact }) =>
    topic === "rides" && fact.type === "ride.changed" ? [fact.rideId] : [],
  );
  for (const { ride_id, seeker_id } of await seekersOf(ctx, [...new Set(changed)]))
    ctx.announce(`user:${seeker_id}`, { type: "ride.changed", rideId: ride_id });
}
