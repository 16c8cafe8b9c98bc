import { cancelRide } from "#modules/rides/index.ts";
import { cancelRideRequest, endOwnOffer, followUpOfRides } from "#modules/ride-requests/index.ts";
import { endSeries } from "#modules/ride-series/index.ts";
import { endSeatRequest, leaveStandby } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { isUnderWay, openOf } from "./ending.store.ts";

const REASON = "They have left the community.";

/**
 * Ends what somebody who leaves has open, as they would themselves, so that everybody concerned is told the same way.
 * Each in a transaction of its own; what others have ended meanwhile is left alone. Done again it does nothing.
 */
export async function endEverything(ctx: Context, uid: string): Promise<void> {
  const leaver: Caller = { uid, sessionId: "", emailVerified: true };
  const open = await openOf(ctx, uid);
  const reason = REASON;
  for (const id of open.series) await unlessOver(endSeries(ctx, leaver, { id, reason }, followUpOfRides));
  for (const id of open.rides) await unlessOver(cancelRide(ctx, leaver, { id, reason }, followUpOfRides));
  for (const id of open.places) await unlessOver(leaveStandby(ctx, leaver, id));
  for (const id of open.seats) await unlessOver(endSeatRequest(ctx, leaver, id, reason));
  for (const id of open.requests) await unlessOver(cancelRideRequest(ctx, leaver, id, reason));
  for (const id of open.offers) await unlessOver(endOwnOffer(ctx, leaver, id, reason));
}

/** Whether nothing of theirs is open or under way any more. */
export async function hasEnded(ctx: Context, uid: string): Promise<boolean> {
  const open = await openOf(ctx, uid);
  return Object.values(open).every((ids) => ids.length === 0) && !(await isUnderWay(ctx, uid));
}

/** Whoever came first has decided. */
async function unlessOver(ending: Promise<unknown>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
