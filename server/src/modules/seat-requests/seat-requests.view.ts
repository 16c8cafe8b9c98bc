import { reasonInCallerLanguage } from "#platform/i18n/caller-language.ts";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { shownTime } from "@commonlane/contract/shown-time";
import { findMemberships, findPublicPeople } from "#modules/profiles/index.ts";
import { toMoney } from "#modules/rides/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import type { SeatRequestRow } from "./seat-requests.store.ts";
import {
  seenByHost,
  stageOfSeat,
  visibleStops,
  visibleTimesAndDetour,
} from "./location-privacy/visible-stops.ts";

/** Seat requests as the viewer may see them. The viewer is either the seeker or the host. */
export async function viewSeatRequests(
  ctx: Context,
  rows: readonly SeatRequestRow[],
  viewerUid: string,
): Promise<SeatRequest[]> {
  const people = await findPublicPeople(ctx, [...new Set(rows.map(({ seeker_id }) => seeker_id))]);
  const undecided = rows.filter(
    ({ status, seeker_id }) => status === "pending" && seeker_id !== viewerUid,
  );
  const memberships = await findMemberships(ctx, [
    ...new Set(undecided.map(({ seeker_id }) => seeker_id)),
  ]);
  const visibleStopsByRow = await visibleStops(ctx, rows, viewerUid);
  return rows.map((row, n) => {
    const seeker = people.get(row.seeker_id);
    const stops = visibleStopsByRow[n];
    if (!seeker || !stops) throw new Error("The seeker of a seat request is missing.");
    return {
      id: row.id,
      rideId: row.ride_id,
      seekerId: row.seeker_id,
      seeker,
      seekerMembership: memberships.get(row.seeker_id),
      seats: row.seats,
      ...stops,
      ...visibleTimesAndDetour(row, viewerUid),
      firstLeg: row.first_leg,
      lastLeg: row.last_leg,
      needs: row.needs,
      contribution: toMoney(row),
      status: row.status,
      ...visibleTextsFor(ctx, row, viewerUid),
      endedBy: row.ended_by,
      expiresAt: row.expires_at.toISOString(),
      createdAt: row.created_at.toISOString(),
      confirmBy: row.confirm_by?.toISOString() ?? null,
      reserved: row.reserved,
      agreed: agreedFor(ctx, row, viewerUid),
    };
  });
}

/** The terms before a change that waits for the passenger. Afterwards they would keep the ends of the ride visible. */
function agreedFor(ctx: Context, row: SeatRequestRow, viewerUid: string): SeatRequest["agreed"] {
  const stage = stageOfSeat(ctx, row);
  const isShown = stage === "agreed" || (stage === "before" && viewerUid === row.seeker_id);
  if (!isShown || !row.confirm_by || !row.agreed) return null;
  return {
    ...row.agreed,
    departsAt: shownTime(row.agreed.departsAt),
    pickupAt: shownTime(row.agreed.pickupAt),
    dropoffAt: shownTime(row.agreed.dropoffAt),
  };
}

/** Message and reason as the viewer may read them. */
function visibleTextsFor(
  ctx: Context,
  row: SeatRequestRow,
  viewerUid: string,
): Pick<SeatRequest, "message" | "reason"> {
  const isSeeker = row.seeker_id === viewerUid;
  const isWhole = seenByHost(ctx, row).text === "whole";
  const isOwnReason = isSeeker === (row.ended_by === "seeker");
  return {
    message: maskText(row.message, isSeeker || isWhole),
    reason: reasonInCallerLanguage(ctx, maskText(row.reason, isOwnReason || isWhole)),
  };
}

export async function viewSeatRequest(
  ctx: Context,
  row: SeatRequestRow,
  viewerUid: string,
): Promise<SeatRequest> {
  const [seatRequest] = await viewSeatRequests(ctx, [row], viewerUid);
  if (!seatRequest) throw new Error("A seat request view is missing.");
  return seatRequest;
}
