import { randomInt } from "node:crypto";
import { PICKUP_PIN_LENGTH } from "@commonlane/contract/limits";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { nothingOnRideProblem } from "#modules/rides/rules/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { assertMay } from "#platform/policy.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  findRideOfRequest,
  findTripOutcome,
  insertTripOutcome,
  recordPayment,
  type TripOutcomeRow,
  findTripOutcomesOnRide,
  findRequestsWithoutOutcome,
} from "./trip-outcomes.store.ts";
import { type TripOutcomeCall, tripOutcomePolicy } from "./trip-outcome.policy.ts";
import { viewTripOutcome } from "./trip-outcomes.view.ts";
import { publishTripOutcomeEvent } from "./trip-outcome-events.ts";

/** Trip outcomes of a ride that the caller takes part in; empty for strangers. */
export async function listTripOutcomes(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  rideId: string,
): Promise<{ items: TripOutcome[] }> {
  await insertMissing(ctx, { rideId });
  const rows = await findTripOutcomesOnRide(ctx, rideId, uid);
  return { items: await Promise.all(rows.map((row) => viewTripOutcome(ctx, row, uid))) };
}

async function insertMissing(
  ctx: Context,
  filter: Parameters<typeof findRequestsWithoutOutcome>[1],
): Promise<void> {
  for (const id of await findRequestsWithoutOutcome(ctx, filter))
    await insertTripOutcome(ctx, id, generatePin());
}

const generatePin = () =>
  String(randomInt(10 ** PICKUP_PIN_LENGTH)).padStart(PICKUP_PIN_LENGTH, "0");

/** Records whether the contribution was paid or received; each side does so for itself. */
export function markPaid(
  ctx: Context,
  caller: Caller,
  outcomeId: string,
  paid: boolean,
): Promise<TripOutcome> {
  return transaction(ctx, async (ctx) => {
    const by = await getSide(ctx, caller, "tripOutcomes.markPaid", outcomeId);
    if (!(await recordPayment(ctx, outcomeId, by, paid))) throw new Problem("ride_over");
    return publishAndView(ctx, caller, outcomeId, {
      type: "trip-outcome.changed",
      by,
    });
  });
}

/** Publishes a change, and returns the outcome as the caller sees it. */
export async function publishAndView(
  ctx: InTransaction,
  { uid }: Caller,
  outcomeId: string,
  event: Parameters<typeof publishTripOutcomeEvent>[2],
): Promise<TripOutcome> {
  const row = await getTripOutcome(ctx, outcomeId);
  await publishTripOutcomeEvent(ctx, row, event);
  return viewTripOutcome(ctx, row, uid);
}

/** The trip outcome, for a user who may make this call about it. @throws Problem not_yours or not_found, see `assertMay` */
export async function requireTripOutcome(
  ctx: InTransaction,
  { uid }: Caller,
  call: TripOutcomeCall,
  outcomeId: string,
): Promise<TripOutcomeRow> {
  await insertMissing(ctx, { outcomeId });
  const row = await findTripOutcome(ctx, outcomeId);
  if (!row) throw await explainMissing(ctx, uid, outcomeId);
  await assertMay(tripOutcomePolicy, call, row, uid);
  return row;
}

/** A booking that was cancelled has no outcome. */
async function explainMissing(ctx: Context, uid: string, outcomeId: string): Promise<Problem> {
  const rideId = await findRideOfRequest(ctx, {
    requestId: outcomeId,
    uid,
  });
  return rideId === undefined ? new Problem("not_found") : nothingOnRideProblem(ctx, rideId, uid);
}

/** @throws Problem not_found */
export async function getTripOutcome(ctx: Context, outcomeId: string): Promise<TripOutcomeRow> {
  const row = await findTripOutcome(ctx, outcomeId);
  if (!row) throw new Problem("not_found");
  return row;
}

/** The side of the caller, who may make this call. @throws Problem not_found */
export async function getSide(
  ctx: InTransaction,
  caller: Caller,
  call: TripOutcomeCall,
  outcomeId: string,
): Promise<"seeker" | "host"> {
  const { seeker_id } = await requireTripOutcome(ctx, caller, call, outcomeId);
  return caller.uid === seeker_id ? "seeker" : "host";
}
