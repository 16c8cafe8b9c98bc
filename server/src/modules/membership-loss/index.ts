import { translatable } from "@commonlane/contract/message";
import { notify } from "#modules/notifications/index.ts";
import { cancelRequestsWithoutMembership, rideHooks } from "#modules/ride-requests/index.ts";
import { cancelRidesWithoutMembership, type RideRow } from "#modules/rides/index.ts";
import { endSeatsWithoutMembership } from "#modules/seat-requests/index.ts";
import { rideNotificationContent } from "#modules/seat-requests/ride-changes/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { forEachInTransaction, type Sweep } from "#platform/jobs/sweeps.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import { findFormerMembers } from "./membership-loss.store.ts";

const NAME = "membership-loss";
const HOST_NO_MEMBER = translatable(
  "This ride was for members of a group to which the host no longer belongs.",
);

/**
 * Ends what members had by a trust mark or group that they lost: seats, requests and places in standby queues on rides
 * for its members, and the rides that they offered to them. What others see ends at the moment of the loss, because it
 * is decided when it is read; this consumer notifies both sides.
 */
export const membershipLossConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: ["trust-mark.changed", "group.membership-changed"],
    handle: async (ctx, events) => {
      for (const uid of new Set(events.flatMap(membersWhoLost)))
        await endWithoutMembership(ctx, uid);
    },
  });

export const initMembershipLossConsumer = ({ db }: Context): Promise<void> =>
  initializeOffset(db, NAME);

/**
 * Does the same for members who lost a membership without an event, for example because their group began to require a
 * mark.
 */
export const membershipLossSweeps: readonly Sweep[] = [
  {
    name: "membership.lost",
    everyS: 60,
    runOutside: async (ctx) =>
      forEachInTransaction(ctx, await findFormerMembers(ctx, DUE_MAX), endWithoutMembership),
  },
];
const DUE_MAX = 1000;

function membersWhoLost({ topic, payload }: StoredEvent): string[] {
  if (payload.type === "trust-mark.changed")
    return payload.change === "lost" || payload.change === "expired"
      ? [topic.slice("user:".length)]
      : [];
  return payload.type === "group.membership-changed" &&
    (payload.change === "left" || payload.change === "removed")
    ? [payload.uid]
    : [];
}

async function endWithoutMembership(ctx: InTransaction, uid: string): Promise<void> {
  await endSeatsWithoutMembership(ctx, uid);
  await cancelRequestsWithoutMembership(ctx, uid);
  for (const ride of await cancelRidesWithoutMembership(ctx, uid, HOST_NO_MEMBER, rideHooks))
    await notifyHost(ctx, ride);
}

async function notifyHost(ctx: InTransaction, ride: RideRow): Promise<void> {
  const { details, ...content } = rideNotificationContent(ride);
  const notification = {
    to: ride.host_id,
    kind: "ride.cancelled",
    cause: ride.id,
    ...content,
  } as const;
  await notify(ctx, {
    ...notification,
    details: {
      ...details,
      reason: HOST_NO_MEMBER,
    },
  });
}
