import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Context } from "#platform/context.ts";
import { findSeatRequests } from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";

/**
 * The requests as they were visible while pending: later notifications must not reveal the exact pickup, even if the
 * request has been accepted since.
 */
export async function findSeatRequestViewsAsPending(
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<SeatRequest[]> {
  const rows = await findSeatRequests(ctx, ids);
  return viewSeatRequests(
    ctx,
    rows.map((row) => ({ ...row, status: "pending", reserved: false })),
    uid,
  );
}

/** The requests that still exist, as this user may see them now. */
export const findSeatRequestViews = async (
  ctx: Context,
  uid: string,
  ids: readonly string[],
): Promise<SeatRequest[]> => viewSeatRequests(ctx, await findSeatRequests(ctx, ids), uid);
