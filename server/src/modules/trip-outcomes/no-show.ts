import { translatable } from "@commonlane/contract/message";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { NoShowReport, TripOutcome } from "@commonlane/contract/trip-outcomes";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { getSide, getTripOutcome, publishAndView } from "./trip-outcomes.ts";
import { answerDispute, openDispute, type TripOutcomeRow } from "./trip-outcomes.store.ts";
import { viewTripOutcome } from "./trip-outcomes.view.ts";

/** Reports that the two did not travel together; the other side has a day to answer. */
export function reportNoShow(
  ctx: Context,
  caller: Caller,
  outcomeId: string,
  { fault, note }: NoShowReport,
): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const side = await getSide(ctx, caller, "tripOutcomes.reportNoShow", outcomeId);
    const spanMs = ctx.settings.DISPUTE_WINDOW_H * HOUR_MS;
    const nowMs = ctx.now().getTime();
    const deadlines = {
      since: new Date(nowMs - spanMs),
      answerUntil: new Date(nowMs + spanMs),
    };
    if (
      !(await openDispute(
        ctx,
        outcomeId,
        {
          side,
          fault,
          note: note || null,
        },
        deadlines,
      ))
    ) {
      throw await explainNotDisputed(ctx, await getTripOutcome(ctx, outcomeId), caller);
    }
    return publishAndView(ctx, caller, outcomeId, {
      type: "trip-outcome.disputed",
      by: side,
    });
  });
}

async function explainNotDisputed(
  ctx: Context,
  row: TripOutcomeRow,
  { uid }: Caller,
): Promise<Problem> {
  if (row.reported_by !== null)
    return new Problem("status_already_set", { current: await viewTripOutcome(ctx, row, uid) });
  if (row.picked_up_at !== null) return new Problem("picked_up");
  if (row.status !== "accepted") return new Problem("dispute_closed");
  return new Problem("too_early", {
    message: translatable("You can report this once the ride has arrived."),
  });
}

/** Settles a no-show report with the other side's answer. */
export function answerNoShow(
  ctx: Context,
  caller: Caller,
  outcomeId: string,
  { fault, note }: NoShowReport,
): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const side = await getSide(ctx, caller, "tripOutcomes.answerNoShow", outcomeId);
    if (
      !(await answerDispute(ctx, outcomeId, {
        side,
        fault,
        note: note || null,
      }))
    ) {
      const row = await getTripOutcome(ctx, outcomeId);
      const answerable =
        row.reported_by !== null && row.reported_by !== side && row.settled_at === null;
      if (row.reported_by === null || answerable) throw new Problem("dispute_closed");
      throw new Problem("status_already_set", {
        current: await viewTripOutcome(ctx, row, caller.uid),
      });
    }
    return publishAndView(ctx, caller, outcomeId, {
      type: "trip-outcome.settled",
      by: side,
    });
  });
}
