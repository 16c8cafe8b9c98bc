import { translatable } from "@commonlane/contract/message";
import { cancelEvent } from "#modules/events/index.ts";
import { cancelRide } from "#modules/rides/index.ts";
import { cancelRideRequest, rideHooks } from "#modules/ride-requests/index.ts";
import { endOwnOffer } from "#modules/ride-requests/offers/index.ts";
import { endSeries } from "#modules/ride-series/index.ts";
import { endSeatRequest } from "#modules/seat-requests/index.ts";
import { leaveStandby } from "#modules/seat-requests/standby/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { isTravelling, findOpenItems } from "./open-items.store.ts";

const CANCELLATION_REASON = translatable("This user is leaving the community.");

/**
 * Closes everything a leaving user has open, like they would themselves, so that everyone affected is notified as
 * usual. Uses one transaction per item, ignores items that others have closed, and is idempotent.
 */
export async function closeOpenItems(ctx: Context, uid: string): Promise<void> {
  const caller: Caller = {
    uid,
    sessionId: "",
    emailVerified: true,
  };
  const open = await findOpenItems(ctx, uid);
  const reason = CANCELLATION_REASON;
  for (const id of open.series)
    await ignoreAlreadyEnded(
      endSeries(
        ctx,
        caller,
        {
          id,
          reason,
        },
        rideHooks,
      ),
    );
  for (const id of open.rides)
    await ignoreAlreadyEnded(
      cancelRide(
        ctx,
        caller,
        {
          id,
          reason,
        },
        rideHooks,
      ),
    );
  for (const id of open.places) await ignoreAlreadyEnded(leaveStandby(ctx, caller, id));
  for (const id of open.seats) await ignoreAlreadyEnded(endSeatRequest(ctx, caller, id, reason));
  for (const id of open.requests)
    await ignoreAlreadyEnded(cancelRideRequest(ctx, caller, id, reason));
  for (const id of open.offers) await ignoreAlreadyEnded(endOwnOffer(ctx, caller, id, reason));
  for (const id of open.events) await ignoreAlreadyEnded(cancelEvent(ctx, uid, id));
}

/** Returns true if the user has nothing open or under way. */
export async function hasNothingOpen(ctx: Context, uid: string): Promise<boolean> {
  const open = await findOpenItems(ctx, uid);
  return Object.values(open).every((ids) => ids.length === 0) && !(await isTravelling(ctx, uid));
}

/** Ignores the error if someone else closed the item first. */
async function ignoreAlreadyEnded(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
