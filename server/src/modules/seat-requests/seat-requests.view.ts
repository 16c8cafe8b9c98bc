import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { peopleByUid } from "#modules/profiles/index.ts";
import { moneyOf } from "#modules/rides/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";

/** Whose seat is agreed knows where to be (domain.md, Privacy by stage). */
const MET = ["accepted", "completed", "disputed"];

/** Seat requests as their two sides see them. */
export async function viewSeatRequests(ctx: Context, rows: readonly SeatRequestRow[]): Promise<SeatRequest[]> {
  const people = await peopleByUid(ctx, [...new Set(rows.map(({ seeker_id }) => seeker_id))]);
  return rows.map((row) => {
    const seeker = people.get(row.seeker_id);
    const isMet = MET.some((status) => status === row.status);
    if (!seeker) throw new Error("A seat request has lost its seeker.");
    return {
      id: row.id,
      rideId: row.ride_id,
      seekerId: row.seeker_id,
      seeker,
      seats: row.seats,
      pickup: (isMet ? null : row.areas?.pickup) ?? row.pickup,
      dropoff: (isMet ? null : row.areas?.dropoff) ?? row.dropoff,
      pickupAt: row.pickup_at.toISOString(),
      dropoffAt: row.dropoff_at.toISOString(),
      firstLeg: row.first_leg,
      lastLeg: row.last_leg,
      detourM: row.detour_m,
      detourS: row.detour_s,
      message: row.message,
      needs: row.needs,
      contribution: moneyOf(row),
      status: row.status,
      reason: row.reason,
      endedBy: row.ended_by,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      confirmBy: row.confirm_by?.toISOString() ?? null,
      held: row.held,
      agreed: row.confirm_by && row.agreed,
    };
  });
}

export async function viewSeatRequest(ctx: Context, row: SeatRequestRow): Promise<SeatRequest> {
  const [seatRequest] = await viewSeatRequests(ctx, [row]);
  if (!seatRequest) throw new Error("One row gives one view.");
  return seatRequest;
}
