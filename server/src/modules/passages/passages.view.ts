import { HOUR_MS } from "@commonlane/contract/durations";
import { PICKUP_PIN_TRIES } from "@commonlane/contract/limits";
import type { Passage } from "@commonlane/contract/passages";
import { personByUid } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import type { PassageRow } from "./passages.store.ts";

/** A passage as one of its two sides sees it: the PIN is the passenger's, to be told and not to be read. */
export async function viewPassage(ctx: Context, row: PassageRow, viewerUid: string): Promise<Passage> {
  const usable = row.status === "accepted" && row.picked_up_at === null;
  const seeker = await personByUid(ctx, row.seeker_id);
  if (!seeker) throw new Error("A passage has lost its passenger.");
  return {
    seeker,
    id: row.seat_request_id,
    rideId: row.ride_id,
    seekerId: row.seeker_id,
    pin: usable && viewerUid === row.seeker_id ? row.pin : null,
    pinTriesLeft: PICKUP_PIN_TRIES - row.pin_tries,
    pickedUpAt: textOf(row.picked_up_at),
    paidAt: textOf(row.paid_at),
    receivedAt: textOf(row.received_at),
    dispute: disputeOf(row),
    disputeUntil: textOf(disputableUntil(ctx, row)),
  };
}

/** Until when it can be said that the two did not travel; null where it cannot, or was said. */
function disputableUntil({ now, settings }: Context, row: PassageRow): Date | null {
  if (row.status !== "completed" || row.picked_up_at !== null || row.ended_at === null) return null;
  const until = new Date(row.ended_at.getTime() + settings.DISPUTE_H * HOUR_MS);
  return until > now() ? until : null;
}

function disputeOf(row: PassageRow): Passage["dispute"] {
  const { said_by: by, said_fault: fault, said_note: note, said_at: at, answer_until } = row;
  if (by === null || fault === null || at === null || answer_until === null) return null;
  const { answer_fault, answer_note, answered_at } = row;
  const other = by === "host" ? "seeker" : "host";
  return {
    said: { by, fault, note, at: at.toISOString() },
    answer:
      answer_fault === null || answered_at === null
        ? null
        : { by: other, fault: answer_fault, note: answer_note, at: answered_at.toISOString() },
    answerUntil: answer_until.toISOString(),
    outcome: row.outcome,
  };
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;
