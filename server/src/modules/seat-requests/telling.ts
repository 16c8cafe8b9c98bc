import type { Fact, SeatRequestNamed, Topic } from "@commonlane/contract/live";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { viewSeatRequest } from "./seat-requests.view.ts";

type Happening =
  | "seat-request.created"
  | "seat-request.accepted"
  | "seat-request.rejected"
  | "seat-request.withdrawn"
  | "seat-request.expired"
  | "seat-request.cancelled"
  | "seat-request.completed"
  | "seat-request.confirmed";

/** A seat request as each of its two sides is told it. */
interface BothTold {
  readonly forSeeker: SeatRequest;
  readonly forHost: SeatRequest;
}

/**
 * Tells both sides what happened to a seat request, each as they may know it, and all who have to do with the ride when its
 * seats moved.
 */
export async function tellOfSeatRequest(
  ctx: InTransaction,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_way">,
  type: Happening,
  by?: "host" | "instant" | "offer" | "standby",
): Promise<BothTold> {
  const forSeeker = await viewSeatRequest(ctx, row, row.seeker_id);
  const forHost = await viewSeatRequest(ctx, row, ride.host_id);
  const seatRequest = named(row, type, by);
  const fact: Fact = type === "seat-request.accepted" && by ? { type, seatRequest, by } : { type, seatRequest };
  for (const uid of [row.seeker_id, ride.host_id]) ctx.announce(`user:${uid}`, fact);
  // Everything that shows the ride's seats must hear of the ride, too; its passengers do by `rideNews`.
  if (type === "seat-request.accepted") ctx.announce("rides", seatsTakenOf(ride, row));
  if (type === "seat-request.cancelled") ctx.announce("rides", { type: "ride.changed", rideId: ride.id });
  return { forSeeker, forHost };
}

/** What a fact says of a seat request: its ids, and what consumers of events need to know of that moment. */
function named(row: SeatRequestRow, type: Happening, by?: string): SeatRequestNamed {
  const isAnswer = (type === "seat-request.accepted" && by === "host") || type === "seat-request.rejected";
  // While a seat was held its host did not know exactly when; nor does it count.
  const wasAgreed = type === "seat-request.cancelled" && !row.held;
  const pickupAt = row.confirm_by && row.agreed ? row.agreed.pickupAt : row.pickup_at.toISOString();
  return {
    id: row.id,
    rideId: row.ride_id,
    seekerId: row.seeker_id,
    ...(row.ended_by && { endedBy: row.ended_by }),
    ...(row.held && { held: true }),
    ...(row.confirm_by && { asked: true }),
    ...(isAnswer && { createdAt: row.created_at.toISOString() }),
    ...(wasAgreed && { pickupAt }),
  };
}

/** What both sides and all that is derived from rides are told of a booking. */
export function newsOfBooking(
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_way">,
): { topic: Topic; fact: Fact }[] {
  const type = "seat-request.accepted";
  const accepted: Fact = { type, seatRequest: named(row, type, "instant"), by: "instant" };
  const sides = [row.seeker_id, ride.host_id].map((uid) => ({ topic: `user:${uid}` as const, fact: accepted }));
  return [...sides, { topic: "rides", fact: seatsTakenOf(ride, row) }];
}

/** Where the host stops for somebody, the ride goes another way from now on. */
const seatsTakenOf = ({ id, driven_way }: Pick<RideRow, "id" | "driven_way">, row: SeatRequestRow): Fact => ({
  type: "ride.changed",
  rideId: id,
  ...(!driven_way?.stops.some((stop) => stop.id === row.id) && { seatsTaken: true }),
});
