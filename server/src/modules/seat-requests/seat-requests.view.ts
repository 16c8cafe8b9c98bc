import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { peopleByUid } from "#modules/profiles/index.ts";
import { moneyOf } from "#modules/rides/index.ts";
import { wordsAsTold } from "#modules/safety/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import { endsAsTold, isMet, wasMet } from "./told-ends.ts";

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
      ...figuresFor(row, viewerUid),
      firstLeg: row.first_leg,
      lastLeg: row.last_leg,
      needs: row.needs,
      contribution: moneyOf(row),
      status: row.status,
      ...wordsTold(row, viewerUid),
      endedBy: row.ended_by,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      confirmBy: row.confirm_by?.toISOString() ?? null,
      held: row.held,
      agreed: viewerUid === row.seeker_id || wasMet(row) ? row.confirm_by && row.agreed : null,
    };
  });
}

type Figures = Pick<SeatRequest, "pickupAt" | "dropoffAt" | "detourM" | "detourS">;
const SHOWN_MS = 5 * 60_000;
const SHOWN_M = 500;
const SHOWN_S = 60;

/**
 * Times and detour. Before the seat is agreed they follow from the areas (approximatePart), and the host sees them rounded;
 * at an end of the ride itself the time is the host's own. After a cancellation the times stay as both knew them, because
 * reliability counts by them.
 */
function figuresFor(row: SeatRequestRow, viewerUid: string): Figures {
  const { pickup_at, dropoff_at, detour_m, detour_s } = row;
  const exact = viewerUid === row.seeker_id || wasMet(row);
  const { pickup = false, dropoff = false } = row.areas?.ofRide ?? {};
  const at = (instant: Date, known: boolean) =>
    new Date(exact || known ? instant : to(SHOWN_MS, instant.getTime())).toISOString();
  return {
    pickupAt: at(pickup_at, pickup),
    dropoffAt: at(dropoff_at, pickup && dropoff),
    detourM: exact ? detour_m : to(SHOWN_M, detour_m),
    detourS: exact ? detour_s : to(SHOWN_S, detour_s),
  };
}

const to = (step: number, value: number) => Math.round(value / step) * step;

/** What the two said to each other with it, as one of them reads it. */
function wordsTold(row: SeatRequestRow, viewerUid: string): Pick<SeatRequest, "message" | "reason"> {
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
