import { translatable } from "@commonlane/contract/message";
import { HOUR_MS } from "@commonlane/contract/durations";
import { PICKUP_PIN_MAX_ATTEMPTS } from "@commonlane/contract/limits";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { publishTripOutcomeEvent } from "./trip-outcome-events.ts";
import { requireTripOutcome, getTripOutcome } from "./trip-outcomes.ts";
import { tryPin } from "./trip-outcomes.store.ts";
import { viewTripOutcome } from "./trip-outcomes.view.ts";

/** Passengers who are early at the meeting point can already show the PIN. */
const PICKUP_OPENS_BEFORE_MS = HOUR_MS;

/**
 * Checks the PIN that the passenger gave to the host. A wrong attempt must be committed although the call fails, so the
 * error is thrown after the transaction.
 */
export async function confirmPickup(
  ctx: Context,
  host: Caller,
  outcomeId: string,
  pin: string,
): Promise<TripOutcome> {
  const outcome = await transaction(ctx, async (ctx) => {
    const before = await requireTripOutcome(ctx, host, "tripOutcomes.confirmPickup", outcomeId);
    if (before.picked_up_at !== null) return before;
    if (ctx.now().getTime() < before.departs_at.getTime() - PICKUP_OPENS_BEFORE_MS) {
      throw new Problem("too_early", {
        message: translatable("You can enter the PIN from one hour before departure."),
      });
    }
    const tried = await tryPin(ctx, outcomeId, pin, PICKUP_PIN_MAX_ATTEMPTS);
    const after = await getTripOutcome(ctx, outcomeId);
    if (!tried && after.picked_up_at === null) {
      throw new Problem(after.status === "accepted" ? "pin_locked" : "ride_over");
    }
    if (tried && after.picked_up_at !== null)
      await publishTripOutcomeEvent(ctx, after, {
        type: "trip-outcome.changed",
        by: "host",
      });
    return after;
  });
  if (outcome.picked_up_at === null) throw new Problem("pin_wrong");
  return viewTripOutcome(ctx, outcome, host.uid);
}
