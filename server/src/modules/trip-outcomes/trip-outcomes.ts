import { translatable } from "@commonlane/contract/message";
import { randomInt } from "node:crypto";
import { HOUR_MS } from "@commonlane/contract/durations";
import { PICKUP_PIN_LENGTH, PICKUP_PIN_MAX_ATTEMPTS } from "@commonlane/contract/limits";
import type { NoShowReport, TripOutcome } from "@commonlane/contract/trip-outcomes";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  answerDispute,
  openDispute,
  findTripOutcome,
  insertTripOutcome,
  recordPayment,
  type TripOutcomeRow,
  findTripOutcomesOnRide,
  tryPin,
  findRequestsWithoutOutcome,
} from "./trip-outcomes.store.ts";
import { viewTripOutcome } from "./trip-outcomes.view.ts";
import { publishTripOutcomeEvent } from "./trip-outcome-events.ts";

/** Passengers who are early at the meeting point can already show the PIN. */
const PICKUP_OPENS_BEFORE_MS = HOUR_MS;

/** Trip outcomes of a ride that the caller takes part in; empty for strangers. */
export async function listTripOutcomes(
  ctx: Context,
  { uid }: Caller,
  rideId: string,
): Promise<{ items: TripOutcome[] }> {
  await insertMissing(ctx, { rideId });
  const rows = await findTripOutcomesOnRide(ctx, rideId, uid);
  return { items: await Promise.all(rows.map((row) => viewTripOutcome(ctx, row, uid))) };
}

async function insertMissing(ctx: Context, filter: Parameters<typeof findRequestsWithoutOutcome>[1]): Promise<void> {
  for (const id of await findRequestsWithoutOutcome(ctx, filter)) await insertTripOutcome(ctx, id, generatePin());
}

const generatePin = () => String(randomInt(10 ** PICKUP_PIN_LENGTH)).padStart(PICKUP_PIN_LENGTH, "0");

/**
 * Checks the PIN that the passenger gave to the host. A wrong attempt must be committed although the call fails, so the
 * error is thrown after the transaction.
 */
export async function confirmPickup(ctx: Context, host: Caller, outcomeId: string, pin: string): Promise<TripOutcome> {
  const outcome = await transaction(ctx, async (ctx) => {
    const before = await getOutcomeForParty(ctx, host, outcomeId, "host");
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
      await publishTripOutcomeEvent(ctx, after, { type: "trip-outcome.changed", by: "host" });
    return after;
  });
  if (outcome.picked_up_at === null) throw new Problem("pin_wrong");
  return viewTripOutcome(ctx, outcome, host.uid);
}

/** Records whether the contribution was paid or received; each side does so for itself. */
export function markPaid(ctx: Context, caller: Caller, outcomeId: string, paid: boolean): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const by = sideOf(await getOutcomeForParty(ctx, caller, outcomeId), caller);
    if (!(await recordPayment(ctx, outcomeId, by, paid))) throw new Problem("ride_over");
    return publishAndView(ctx, caller, outcomeId, { type: "trip-outcome.changed", by });
  });
}

/** Reports that the two did not travel together; the other side has a day to answer. */
export function reportNoShow(
  ctx: Context,
  caller: Caller,
  outcomeId: string,
  { fault, note }: NoShowReport,
): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const before = await getOutcomeForParty(ctx, caller, outcomeId);
    const side = sideOf(before, caller);
    const spanMs = ctx.settings.DISPUTE_WINDOW_H * HOUR_MS;
    const nowMs = ctx.now().getTime();
    const deadlines = { since: new Date(nowMs - spanMs), answerUntil: new Date(nowMs + spanMs) };
    if (!(await openDispute(ctx, outcomeId, { side, fault, note: note || null }, deadlines))) {
      throw await explainNotDisputed(ctx, await getTripOutcome(ctx, outcomeId), caller);
    }
    return publishAndView(ctx, caller, outcomeId, { type: "trip-outcome.disputed", by: side });
  });
}

async function explainNotDisputed(ctx: Context, row: TripOutcomeRow, { uid }: Caller): Promise<Problem> {
  if (row.reported_by !== null)
    return new Problem("status_already_set", { current: await viewTripOutcome(ctx, row, uid) });
  if (row.picked_up_at !== null) return new Problem("picked_up");
  if (row.status !== "accepted") return new Problem("dispute_closed");
  return new Problem("too_early", { message: translatable("You can report this once the ride has arrived.") });
}

/** Settles a no-show report with the other side's answer. */
export function answerNoShow(
  ctx: Context,
  caller: Caller,
  outcomeId: string,
  { fault, note }: NoShowReport,
): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const before = await getOutcomeForParty(ctx, caller, outcomeId);
    const side = sideOf(before, caller);
    if (!(await answerDispute(ctx, outcomeId, { side, fault, note: note || null }))) {
      const row = await getTripOutcome(ctx, outcomeId);
      const answerable = row.reported_by !== null && row.reported_by !== side && row.settled_at === null;
      if (row.reported_by === null || answerable) throw new Problem("dispute_closed");
      throw new Problem("status_already_set", { current: await viewTripOutcome(ctx, row, caller.uid) });
    }
    return publishAndView(ctx, caller, outcomeId, { type: "trip-outcome.settled", by: side });
  });
}

async function publishAndView(
  ctx: InTransaction,
  { uid }: Caller,
  outcomeId: string,
  event: Parameters<typeof publishTripOutcomeEvent>[2],
): Promise<TripOutcome> {
  const row = await getTripOutcome(ctx, outcomeId);
  await publishTripOutcomeEvent(ctx, row, event);
  return viewTripOutcome(ctx, row, uid);
}

/** Loads the trip outcome for one of its two sides. @throws Problem not_found or not_yours */
async function getOutcomeForParty(
  ctx: InTransaction,
  { uid }: Caller,
  outcomeId: string,
  side?: "host",
): Promise<TripOutcomeRow> {
  await insertMissing(ctx, { outcomeId });
  const row = await getTripOutcome(ctx, outcomeId);
  if (uid !== row.host_id && (side === "host" || uid !== row.seeker_id)) throw new Problem("not_yours");
  return row;
}

async function getTripOutcome(ctx: Context, outcomeId: string): Promise<TripOutcomeRow> {
  const row = await findTripOutcome(ctx, outcomeId);
  if (!row) throw new Problem("not_found");
  return row;
}

const sideOf = ({ seeker_id }: TripOutcomeRow, { uid }: Caller) => (uid === seeker_id ? "seeker" : "host");
