import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { findRide, lockRide, takeSeats } from "#modules/rides/index.ts";
import { isApart } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { measureExactly } from "./approximate-part.ts";
import { cancelLapsed, confirmSeat, findLapsed } from "./changed-rides.store.ts";
import { alreadySet, stretchOf } from "./decisions.ts";
import { findSeatRequest } from "./seat-requests.store.ts";
import { serveStandby } from "./standby-serving.ts";
import { tellOfSeatRequest } from "./telling.ts";

/** A passenger comes along on a changed ride, too. `seen` is the pickup that they were shown, so that nobody agrees to what they did not see. */
export function confirmSeatRequest(
  ctx: Context,
  seeker: Caller,
  requestId: string,
  seen: string | undefined,
): Promise<SeatRequest> {
  return transaction(ctx, async (ctx) => {
    const asked = await findSeatRequest(ctx, requestId);
    const ride = asked && (await findRide(ctx, asked.ride_id));
    if (!asked || !ride) throw new Problem("not_found");
    if (asked.seeker_id !== seeker.uid) throw new Problem("not_yours");
    // What was agreed stays; a seat that is only held has yet to be.
    if (asked.held && (await isApart(ctx, seeker.uid, ride.host_id))) throw new Problem("ride_over");
    const row = await confirmSeat(ctx, requestId, seen);
    if (row) {
      const exact = asked.held ? await measureExactly(ctx, ride, row) : row;
      return (await tellOfSeatRequest(ctx, exact, ride, "seat-request.confirmed")).forSeeker;
    }
    const left = asked.status === "accepted" && (ride.status !== "scheduled" || ride.departs_at <= ctx.now());
    throw left ? new Problem("ride_over") : await alreadySet(ctx, asked, seeker.uid);
  });
}

export const NOT_CONFIRMED = "It was not confirmed in time.";
const BATCH = 50;

/**
 * Bookings that nobody confirmed in time end, and both sides hear of it; their seats come back while the ride is still to
 * leave. True when there may be more.
 */
export async function lapseUnconfirmed(ctx: InTransaction): Promise<boolean> {
  const lapsed = await findLapsed(ctx, BATCH);
  for (const which of lapsed) {
    const ride = await lockRide(ctx, which.ride_id);
    if (!ride) continue;
    // From then on its seats are nobody's to take or to give back.
    const left = ride.departs_at <= ctx.now();
    const row = await cancelLapsed(ctx, which, { reason: NOT_CONFIRMED, left });
    if (!row) continue;
    if (!left && !(await takeSeats(ctx, ride.id, stretchOf(row, -1)))) throw new Problem("ride_over");
    await tellOfSeatRequest(ctx, row, ride, "seat-request.cancelled");
    if (!left) await serveStandby(ctx, ride.id);
  }
  return lapsed.length === BATCH;
}
