import { translatable } from "@commonlane/contract/message";
import { findRides, lockRide } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { releaseSeats } from "./driven-route/passenger-stops.ts";
import {
  endStandbyEntriesWithoutMembership,
  findSeatsWithoutMembership,
} from "./membership-loss.store.ts";
import { publishQueueChanged, publishSeatRequestEvent } from "./seat-request-events.ts";
import { transitionSeatRequest } from "./seat-requests.store.ts";
import { promoteStandby } from "./standby/standby-promotion.ts";
import { notifyStandbyEnded } from "./standby/standby.ts";
import { findStandbyQueue } from "./standby/standby.store.ts";

const NO_MEMBER = translatable(
  "This ride is for members of a group to which the passenger no longer belongs.",
);

/**
 * Ends the seats, requests and standby entries of a user on upcoming rides for members of a mark or group that the user
 * no longer has. Seats become free for others. Does nothing for a membership that was regained.
 */
export async function endSeatsWithoutMembership(ctx: InTransaction, uid: string): Promise<void> {
  for (const { id, ride_id } of await findSeatsWithoutMembership(ctx, uid)) {
    const ride = await lockRide(ctx, ride_id);
    if (!ride || ride.departs_at <= ctx.now()) continue;
    const end = {
      endedBy: "system",
      reason: NO_MEMBER,
    } as const;
    const cancelled = await transitionSeatRequest(ctx, id, {
      ...end,
      from: "accepted",
      to: "cancelled",
    });
    const ended =
      cancelled ??
      (await transitionSeatRequest(ctx, id, {
        ...end,
        from: "pending",
        to: "rejected",
      }));
    if (!ended) continue;
    if (cancelled) await releaseSeats(ctx, ride, cancelled);
    publishSeatRequestEvent(
      ctx,
      ended,
      ride,
      cancelled ? "seat-request.cancelled" : "seat-request.rejected",
    );
    await promoteStandby(ctx, ride.id);
  }
  const waiting = await endStandbyEntriesWithoutMembership(ctx, uid);
  for (const ride of await findRides(ctx, [...new Set(waiting.map(({ ride_id }) => ride_id))])) {
    const ended = waiting.filter(({ ride_id }) => ride_id === ride.id);
    publishQueueChanged(ctx, ride, [...ended, ...(await findStandbyQueue(ctx, ride.id))]);
    for (const row of ended) await notifyStandbyEnded(ctx, ride, row);
  }
}
