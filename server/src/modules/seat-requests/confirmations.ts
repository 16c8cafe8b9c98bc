import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { findRide, lockRide } from "#modules/rides/index.ts";
import { isApart } from "#modules/safety/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { giveBack, reschedule } from "./agreed-drive.ts";
import { cancelLapsed, confirmSeat, findLapsed } from "./changed-rides.store.ts";
import { alreadySet } from "./decisions.ts";
import { measureExactly } from "./exact-part.ts";
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
    // A seat that was held is met exactly from now on, for which its ride is written.
    const ride = asked && (await (asked.held ? lockRide : findRide)(ctx, asked.ride_id));
    if (!asked || !ride) throw new Problem("not_found");
    if (asked.seeker_id !== seeker.uid) throw new Problem("not_yours");
    // What was agreed stays; a seat that is only held has yet to be.
    if (asked.held && (await isApart(ctx, seeker.uid, ride.host_id))) throw new Problem("ride_over");
    const row = await confirmSeat(ctx, requestId, seen);
    if (row) {
      const met = asked.held ? await measureExactly(ctx, ride, row) : { ride, row };
      if (met.ride.driven_n !== ride.driven_n) await reschedule(ctx, ride, met.ride, row.id);
      return (await tellOfSeatRequest(ctx, met.row, met.ride, "seat-request.confirmed")).forSeeker;
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
    if (!left) await giveBack(ctx, ride, row);
    await tellOfSeatRequest(ctx, row, ride, "seat-request.cancelled");
    if (!left) await serveStandby(ctx, ride.id);
  }
  return lapsed.length === BATCH;
}
