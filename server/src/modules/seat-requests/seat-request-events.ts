import type { DomainEvent, SeatRequestRef, Topic } from "@commonlane/contract/live";
import { findRides, type RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

type SeatRequestEventType =
  | "seat-request.created"
  | "seat-request.accepted"
  | "seat-request.rejected"
  | "seat-request.withdrawn"
  | "seat-request.expired"
  | "seat-request.cancelled"
  | "seat-request.completed"
  | "seat-request.confirmed";

/** Publishes a change of a seat request to both sides, and a change of the ride if its seats moved. */
export function publishSeatRequestEvent(
  ctx: InTransaction,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_route">,
  type: SeatRequestEventType,
  by?: "host" | "instant" | "offer" | "standby",
): void {
  const seatRequest = seatRequestRef(row, type, by);
  const event: DomainEvent =
    type === "seat-request.accepted" && by
      ? {
          type,
          seatRequest,
          by,
        }
      : {
          type,
          seatRequest,
        };
  for (const uid of [row.seeker_id, ride.host_id]) ctx.publish(`user:${uid}`, event);
  // The "rides" topic updates seats everywhere; passengers get the change from `rideChangedConsumer`.
  if (type === "seat-request.accepted") ctx.publish("rides", rideChangedEvent(ride, row));
  if (type === "seat-request.cancelled")
    ctx.publish("rides", {
      type: "ride.changed",
      rideId: ride.id,
    });
}

/** The same change of several seat requests. `rides` are theirs, if they are at hand. */
export async function publishSeatRequestEvents(
  ctx: InTransaction,
  rows: readonly SeatRequestRow[],
  type: SeatRequestEventType,
  rides?: readonly RideRow[],
): Promise<void> {
  const rideIds = [...new Set(rows.map(({ ride_id }) => ride_id))];
  const byId = new Map((rides ?? (await findRides(ctx, rideIds))).map((ride) => [ride.id, ride]));
  for (const row of rows) {
    const ride = byId.get(row.ride_id);
    if (ride) publishSeatRequestEvent(ctx, row, ride, type);
  }
}

/** The event's reference to a seat request: ids, and the values of that moment that consumers need. */
function seatRequestRef(
  row: SeatRequestRow,
  type: SeatRequestEventType,
  by?: string,
): SeatRequestRef {
  const isAnswer =
    (type === "seat-request.accepted" && by === "host") || type === "seat-request.rejected";
  // Cancelling a reserved seat does not count for reliability, and the host never knew its exact time.
  const wasAgreed = type === "seat-request.cancelled" && !row.reserved;
  const pickupAt = row.confirm_by && row.agreed ? row.agreed.pickupAt : row.pickup_at.toISOString();
  return {
    id: row.id,
    rideId: row.ride_id,
    seekerId: row.seeker_id,
    ...(row.ended_by && { endedBy: row.ended_by }),
    ...(row.reserved && { reserved: true }),
    ...(row.confirm_by && { confirmationAsked: true }),
    ...(isAnswer && { createdAt: row.created_at.toISOString() }),
    ...(wasAgreed && { pickupAt }),
    ...(wasAgreed &&
      row.confirm_by &&
      row.host_moved_at && { hostMovedAt: row.host_moved_at.toISOString() }),
  };
}

/** Events of an instant booking for both sides and for consumers of ride changes. */
export function instantBookingEvents(
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_route">,
): { topic: Topic; payload: DomainEvent }[] {
  const type = "seat-request.accepted";
  const acceptedEvent: DomainEvent = {
    type,
    seatRequest: seatRequestRef(row, type, "instant"),
    by: "instant",
  };
  const partyEvents = [row.seeker_id, ride.host_id].map((uid) => ({
    topic: `user:${uid}` as const,
    payload: acceptedEvent,
  }));
  return [
    ...partyEvents,
    {
      topic: "rides",
      payload: rideChangedEvent(ride, row),
    },
  ];
}

/** Without `seatsTaken`, the event means that the route changed for a new stop. */
const rideChangedEvent = (
  { id, driven_route }: Pick<RideRow, "id" | "driven_route">,
  row: SeatRequestRow,
): DomainEvent => ({
  type: "ride.changed",
  rideId: id,
  ...(!driven_route?.stops.some((stop) => stop.id === row.id) && { seatsTaken: true }),
});

/** Publishes the new positions in the standby queue to everyone in it and to the host. */
export function publishQueueChanged(
  ctx: InTransaction,
  ride: Pick<RideRow, "id" | "host_id">,
  rows: readonly Pick<SeatRequestRow, "seeker_id">[],
): void {
  for (const uid of new Set([ride.host_id, ...rows.map(({ seeker_id }) => seeker_id)]))
    ctx.publish(`user:${uid}`, {
      type: "standby.changed",
      rideId: ride.id,
    });
}
