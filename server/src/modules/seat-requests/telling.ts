import type { Fact, Topic } from "@commonlane/contract/live";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { seekersOf } from "./seat-requests.store.ts";
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

/** Happenings that move seats, so that everything that shows the ride's seats must hear of the ride, too. */
const movesSeats: ReadonlySet<Happening> = new Set(["seat-request.accepted", "seat-request.cancelled"]);

/** Tells both sides what happened to a seat request, and all who have to do with the ride when its seats moved. */
export async function tellOfSeatRequest(
  ctx: InTransaction,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id">,
  type: Happening,
  by?: "host" | "instant" | "offer",
): Promise<SeatRequest> {
  const seatRequest = await viewSeatRequest(ctx, row);
  const fact = type === "seat-request.accepted" && by ? { type, seatRequest, by } : { type, seatRequest };
  for (const topic of bothSides(row, ride)) ctx.announce(topic, fact);
  if (movesSeats.has(type)) await tellOfChangedRide(ctx, ride);
  return seatRequest;
}

const bothSides = ({ seeker_id }: Pick<SeatRequestRow, "seeker_id">, { host_id }: Pick<RideRow, "host_id">) =>
  [`user:${seeker_id}`, `user:${host_id}`] as const;

/** What both sides and all that is derived from rides are told of a booking; the others on the ride hear that it changed. */
export function newsOfBooking(
  seatRequest: SeatRequest,
  row: SeatRequestRow,
  ride: Pick<RideRow, "id" | "host_id">,
): { told: { topic: Topic; fact: Fact }[]; changed: Fact } {
  const changed = { type: "ride.changed", rideId: ride.id } as const;
  const accepted = { type: "seat-request.accepted", seatRequest, by: "instant" } as const;
  const told = bothSides(row, ride).map((topic): { topic: Topic; fact: Fact } => ({ topic, fact: accepted }));
  return {
    told: [...told, { topic: "rides", fact: changed }, { topic: `user:${row.seeker_id}`, fact: changed }],
    changed,
  };
}

/** Everybody with an open or accepted request reads the ride again, and so does what is derived from rides. */
export async function tellOfChangedRide(ctx: InTransaction, ride: Pick<RideRow, "id" | "host_id">): Promise<void> {
  const fact = { type: "ride.changed", rideId: ride.id } as const;
  ctx.announce("rides", fact);
  for (const uid of await seekersOf(ctx, ride.id)) ctx.announce(`user:${uid}`, fact);
}
