import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { peopleByUid } from "#modules/profiles/index.ts";
import { moneyOf } from "#modules/rides/index.ts";
import { wordsAsTold } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { endsAsTold, isMet } from "./told-ends.ts";

/** Seat requests as this one of their two sides sees them: whoever is not their seeker is their host. */
export async function viewSeatRequests(
  ctx: Context,
  rows: readonly SeatRequestRow[],
  viewerUid: string,
): Promise<SeatRequest[]> {
  const people = await peopleByUid(ctx, [...new Set(rows.map(({ seeker_id }) => seeker_id))]);
  const told = await endsAsTold(ctx, rows, viewerUid);
  return rows.map((row, n) => {
    const [seeker, ends] = [people.get(row.seeker_id), told[n]];
    if (!seeker || !ends) throw new Error("A seat request has lost its seeker.");
    return {
      id: row.id,
      rideId: row.ride_id,
      seekerId: row.seeker_id,
      seeker,
      seats: row.seats,
      ...ends,
      pickupAt: row.pickup_at.toISOString(),
      dropoffAt: row.dropoff_at.toISOString(),
      firstLeg: row.first_leg,
      lastLeg: row.last_leg,
      detourM: row.detour_m,
      detourS: row.detour_s,
      needs: row.needs,
      contribution: moneyOf(row),
      status: row.status,
      ...wordsTold(row, viewerUid),
      endedBy: row.ended_by,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      confirmBy: row.confirm_by?.toISOString() ?? null,
      held: row.held,
      agreed: row.confirm_by && row.agreed,
    };
  });
}

/** What the two said to each other with it, as one of them reads it. */
export function wordsTold(row: SeatRequestRow, viewerUid: string): Pick<SeatRequest, "message" | "reason"> {
  const seeker = row.seeker_id === viewerUid;
  return {
    message: wordsAsTold(row.message, seeker || isMet(row)),
    reason: wordsAsTold(row.reason, seeker === (row.ended_by === "seeker") || isMet(row)),
  };
}

export async function viewSeatRequest(ctx: Context, row: SeatRequestRow, viewerUid: string): Promise<SeatRequest> {
  const [seatRequest] = await viewSeatRequests(ctx, [row], viewerUid);
  if (!seatRequest) throw new Error("One row gives one view.");
  return seatRequest;
}
