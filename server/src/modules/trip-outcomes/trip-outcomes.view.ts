import { HOUR_MS } from "@commonlane/contract/durations";
import { PICKUP_PIN_MAX_ATTEMPTS } from "@commonlane/contract/limits";
import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { findPublicPerson } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { TripOutcomeRow } from "./trip-outcomes.store.ts";

/** Trip outcome as one side may see it. Only the passenger sees the PIN, which they tell the host. */
export async function viewTripOutcome(
  ctx: Context,
  row: TripOutcomeRow,
  viewerUid: string,
): Promise<TripOutcome> {
  const pinUsable = row.status === "accepted" && row.picked_up_at === null;
  const seeker = await findPublicPerson(ctx, row.seeker_id);
  if (!seeker) throw new Error("The passenger of a trip outcome is missing.");
  return {
    seeker,
    id: row.seat_request_id,
    rideId: row.ride_id,
    seekerId: row.seeker_id,
    pin: pinUsable && viewerUid === row.seeker_id ? row.pin : null,
    pinTriesLeft: PICKUP_PIN_MAX_ATTEMPTS - row.pin_tries,
    pickedUpAt: toIso(row.picked_up_at),
    paidAt: toIso(row.paid_at),
    receivedAt: toIso(row.received_at),
    dispute: toDispute(row),
    disputeUntil: toIso(disputableUntil(ctx, row)),
  };
}

/** Deadline for a no-show report; null if none is possible or one was made. */
function disputableUntil({ now, settings }: Context, row: TripOutcomeRow): Date | null {
  if (row.status !== "completed" || row.picked_up_at !== null || row.ended_at === null) return null;
  const until = new Date(row.ended_at.getTime() + settings.DISPUTE_WINDOW_H * HOUR_MS);
  return until > now() ? until : null;
}

function toDispute(row: TripOutcomeRow): TripOutcome["dispute"] {
  const by = row.reported_by;
  const fault = row.reported_fault;
  const { reported_at, answer_until } = row;
  if (by === null || fault === null || reported_at === null || answer_until === null) return null;

  const { answer_fault, answer_note, answered_at } = row;
  const otherSide = by === "host" ? "seeker" : "host";
  return {
    claim: {
      by,
      fault,
      note: row.report_note,
      at: reported_at.toISOString(),
    },
    answer:
      answer_fault === null || answered_at === null
        ? null
        : {
            by: otherSide,
            fault: answer_fault,
            note: answer_note,
            at: answered_at.toISOString(),
          },
    answerUntil: answer_until.toISOString(),
    outcome: row.outcome,
  };
}

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;
