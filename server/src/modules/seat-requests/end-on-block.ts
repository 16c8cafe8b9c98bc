import type { SharedRide } from "@commonlane/contract/blocks";
import { shownTime } from "@commonlane/contract/shown-time";
import { loadCallerLabels } from "#modules/places/index.ts";
import { findRides } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { endPendingSeatRequests, findSharedSeats } from "./end-on-block.store.ts";
import { notifyStandbyEnded } from "./standby/standby.ts";
import { endStandbyEntriesBetween, findStandbyQueue } from "./standby/standby.store.ts";
import { publishSeatRequestEvents, publishQueueChanged } from "./seat-request-events.ts";

interface BlockedPair {
  readonly blocker: string;
  readonly blocked: string;
}

/** On a block, ends the pending requests between two users on behalf of the blocker, without a reason. */
export async function endSeatRequestsBetween(
  ctx: InTransaction,
  { blocker, blocked }: BlockedPair,
): Promise<void> {
  const rejected = await endPendingSeatRequests(
    ctx,
    { seeker: blocked, host: blocker },
    { to: "rejected", endedBy: "host" },
  );
  const withdrawn = await endPendingSeatRequests(
    ctx,
    { seeker: blocker, host: blocked },
    { to: "withdrawn", endedBy: "seeker" },
  );
  await publishSeatRequestEvents(ctx, rejected, "seat-request.rejected");
  await publishSeatRequestEvents(ctx, withdrawn, "seat-request.withdrawn");
}

/** On a suspension, withdraws the user's requests and rejects requests on their rides on behalf of the system. */
export async function endSeatRequestsOf(ctx: InTransaction, uid: string): Promise<void> {
  const withdrawn = await endPendingSeatRequests(
    ctx,
    { seeker: uid },
    { to: "withdrawn", endedBy: "seeker" },
  );
  const rejected = await endPendingSeatRequests(
    ctx,
    { host: uid },
    { to: "rejected", endedBy: "system" },
  );
  await publishSeatRequestEvents(ctx, withdrawn, "seat-request.withdrawn");
  await publishSeatRequestEvents(ctx, rejected, "seat-request.rejected");
}

/**
 * On a block, ends standby entries between two users: the blocker leaves, the blocked user is notified that no seat
 * became free.
 */
export async function endStandbyBetween(
  ctx: InTransaction,
  { blocker, blocked }: BlockedPair,
): Promise<void> {
  const ended = await endStandbyEntriesBetween(
    ctx,
    {
      seeker: blocked,
      host: blocker,
    },
    "ended",
  );
  const left = await endStandbyEntriesBetween(
    ctx,
    {
      seeker: blocker,
      host: blocked,
    },
    "left",
  );
  const entries = [...ended, ...left];
  for (const ride of await findRides(ctx, [...new Set(entries.map(({ ride_id }) => ride_id))])) {
    const removed = entries.filter(({ ride_id }) => ride_id === ride.id);
    publishQueueChanged(ctx, ride, [...removed, ...(await findStandbyQueue(ctx, ride.id))]);
    for (const row of removed) if (row.status === "ended") await notifyStandbyEnded(ctx, ride, row);
  }
}

/** Upcoming rides on which one of the two has booked a seat with the other. */
export async function sharedRides(
  ctx: Context,
  { blocker, blocked }: BlockedPair,
): Promise<SharedRide[]> {
  const labelOf = await loadCallerLabels(ctx);
  return (await findSharedSeats(ctx, blocker, blocked)).map((seat) => ({
    rideId: seat.ride_id,
    seatRequestId: seat.id,
    from: labelOf(seat.pickup),
    to: labelOf(seat.dropoff),
    departsAt: shownTime(seat.departs_at),
    timeZone: seat.time_zone,
  }));
}
