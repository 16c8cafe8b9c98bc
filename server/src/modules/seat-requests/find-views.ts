import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Context } from "#platform/context.ts";
import { findSeatRequests } from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";

/**
 * The same as they were seen while they waited for an answer: what is told of a request later must not say where exactly
 * somebody gets in, also if it was accepted meanwhile.
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

/** Those of these seat requests that are still there, as one of their two sides may see them now. */
export const findSeatRequestViews = async (ctx: Context, uid: string, ids: readonly string[]): Promise<SeatRequest[]> =>
  viewSeatRequests(ctx, await findSeatRequests(ctx, ids), uid);
