import type { Fact, Topic } from "@commonlane/contract/live";
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
  const fact = (seatRequest: SeatRequest): Extract<Fact, { seatRequest: SeatRequest }> =>
    type === "seat-request.accepted" && by ? { type, seatRequest, by } : { type, seatRequest };
  ctx.announce(`user:${row.seeker_id}`, fact(forSeeker));
  ctx.announce(`user:${ride.host_id}`, fact(forHost));
  // Everything that shows the ride's seats must hear of the ride, too; its passengers do by `rideNews`.
  if (type === "seat-request.accepted") ctx.announce("rides", seatsTakenOf(ride, row));
  if (type === "seat-request.cancelled") ctx.announce("rides", { type: "ride.changed", rideId: ride.id });
  return { forSeeker, forHost };
}

/** What both sides and all that is derived from rides are told of a booking. */
export function newsOfBooking(
  seatRequest: SeatRequest,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id" | "driven_way">,
): { topic: Topic; fact: Fact }[] {
  const accepted = { type: "seat-request.accepted", seatRequest, by: "instant" } as const;
  const sides = [row.seeker_id, ride.host_id].map((uid) => ({ topic: `user:${uid}` as const, fact: accepted }));
  return [...sides, { topic: "rides", fact: seatsTakenOf(ride, row) }];
}

/** Where the host stops for somebody, the ride goes another way from now on. */
const seatsTakenOf = ({ id, driven_way }: Pick<RideRow, "id" | "driven_way">, row: SeatRequestRow): Fact => ({
  type: "ride.changed",
  rideId: id,
  ...(!driven_way?.stops.some((stop) => stop.id === row.id) && { seatsTaken: true }),
});
