import type { DomainEvent, SeatRequestRef, Topic } from "@commonlane/contract/live";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";

type SeatRequestEventType =
  | "seat-request.created"
  | "seat-request.accepted"
  | "seat-request.rejected"
  | "seat-request.withdrawn"
  | "seat-request.expired"
  | "seat-request.cancelled"
  | "seat-request.completed"
  | "seat-request.confirmed";

/** A seat request as each of its two sides is told it. */
interface SeatRequestViews {
  readonly forSeeker: SeatRequest;
  readonly forHost: SeatRequest;
}

/**
 * Tells both sides what happened to a seat request, each as they may know it, and all who have to do with the ride when its
 * seats moved.
 */
export async function publishSeatRequestEvent(
  ctx: InTransaction,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_route">,
  type: SeatRequestEventType,
  by?: "host" | "instant" | "offer" | "standby",
): Promise<SeatRequestViews> {
  const forSeeker = await viewSeatRequest(ctx, row, row.seeker_id);
  const forHost = await viewSeatRequest(ctx, row, ride.host_id);
  const seatRequest = seatRequestRef(row, type, by);
  const event: DomainEvent = type === "seat-request.accepted" && by ? { type, seatRequest, by } : { type, seatRequest };
  for (const uid of [row.seeker_id, ride.host_id]) ctx.publish(`user:${uid}`, event);
  // Everything that shows the ride's seats must hear of the ride, too; its passengers do by `rideChangedConsumer`.
  if (type === "seat-request.accepted") ctx.publish("rides", rideChangedEvent(ride, row));
  if (type === "seat-request.cancelled") ctx.publish("rides", { type: "ride.changed", rideId: ride.id });
  return { forSeeker, forHost };
}

/** What a fact says of a seat request: its ids, and what consumers of events need to know of that moment. */
function seatRequestRef(row: SeatRequestRow, type: SeatRequestEventType, by?: string): SeatRequestRef {
  const isAnswer = (type === "seat-request.accepted" && by === "host") || type === "seat-request.rejected";
  // While a seat was held its host did not know exactly when; nor does it count.
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
  };
}

/** What both sides and all that is derived from rides are told of a booking. */
export function instantBookingEvents(
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_route">,
): { topic: Topic; fact: DomainEvent }[] {
  const type = "seat-request.accepted";
  const acceptedEvent: DomainEvent = { type, seatRequest: seatRequestRef(row, type, "instant"), by: "instant" };
  const partyEvents = [row.seeker_id, ride.host_id].map((uid) => ({
    topic: `user:${uid}` as const,
    fact: acceptedEvent,
  }));
  return [...partyEvents, { topic: "rides", fact: rideChangedEvent(ride, row) }];
}

/** Where the host stops for somebody, the ride goes another way from now on. */
const rideChangedEvent = (
  { id, driven_route }: Pick<RideRow, "id" | "driven_route">,
  row: SeatRequestRow,
): DomainEvent => ({
  type: "ride.changed",
  rideId: id,
  ...(!driven_route?.stops.some((stop) => stop.id === row.id) && { seatsTaken: true }),
});
