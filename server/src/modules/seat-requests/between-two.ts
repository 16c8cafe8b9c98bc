import type { SharedRide } from "@commonlane/contract/blocks";
import { findRides } from "#modules/rides/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { endPendingOf, seatsShared } from "./between-two.store.ts";
import { tellInVain, tellOfLine } from "./standby.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { endPlacesBetween, lineOf } from "./standby.store.ts";
import { tellOfSeatRequest } from "./telling.ts";

interface Blocking {
  readonly blocker: string;
  readonly blocked: string;
}

/** When somebody blocks somebody, what either asked of the other ends: by the one who blocks, and without a reason. */
export async function endSeatRequestsBetween(ctx: InTransaction, { blocker, blocked }: Blocking): Promise<void> {
  const rejected = await endPendingOf(ctx, { seeker: blocked, host: blocker }, { to: "rejected", endedBy: "host" });
  const withdrawn = await endPendingOf(ctx, { seeker: blocker, host: blocked }, { to: "withdrawn", endedBy: "seeker" });
  await tellEnded(ctx, [...rejected, ...withdrawn]);
}

/** When somebody is suspended, what they asked of others is withdrawn, and what others asked of them is rejected by nobody in person. */
export async function endSeatRequestsOf(ctx: InTransaction, uid: string): Promise<void> {
  const withdrawn = await endPendingOf(ctx, { seeker: uid }, { to: "withdrawn", endedBy: "seeker" });
  const rejected = await endPendingOf(ctx, { host: uid }, { to: "rejected", endedBy: "system" });
  await tellEnded(ctx, [...withdrawn, ...rejected]);
}

async function tellEnded(ctx: InTransaction, ended: readonly SeatRequestRow[]): Promise<void> {
  const rides = await findRides(ctx, [...new Set(ended.map(({ ride_id }) => ride_id))]);
  const byId = new Map(rides.map((ride) => [ride.id, ride]));
  for (const row of ended) {
    const ride = byId.get(row.ride_id);
    const type = row.status === "rejected" ? "seat-request.rejected" : "seat-request.withdrawn";
    if (ride) await tellOfSeatRequest(ctx, row, ride, type);
  }
}

/** Nor does either wait any longer for a seat with the other: one leaves the line, the other one is told that it was in vain. */
export async function endStandbyBetween(ctx: InTransaction, { blocker, blocked }: Blocking): Promise<void> {
  const ended = await endPlacesBetween(ctx, { seeker: blocked, host: blocker }, "ended");
  const left = await endPlacesBetween(ctx, { seeker: blocker, host: blocked }, "left");
  const places = [...ended, ...left];
  for (const ride of await findRides(ctx, [...new Set(places.map(({ ride_id }) => ride_id))])) {
    const gone = places.filter(({ ride_id }) => ride_id === ride.id);
    tellOfLine(ctx, ride, [...gone, ...(await lineOf(ctx, ride.id))]);
    for (const row of gone) if (row.status === "ended") await tellInVain(ctx, ride, row);
  }
}

/** Rides still to leave on which one of two has a seat with the other. */
export async function sharedRides(ctx: Context, { blocker, blocked }: Blocking): Promise<SharedRide[]> {
  return (await seatsShared(ctx, blocker, blocked)).map((seat) => ({
    rideId: seat.ride_id,
    seatRequestId: seat.id,
    from: seat.pickup.label,
    to: seat.dropoff.label,
    departsAt: seat.departs_at.toISOString(),
    timeZone: seat.time_zone,
  }));
}
