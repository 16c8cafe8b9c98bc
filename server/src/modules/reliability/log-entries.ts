import type { DomainEvent, SeatRequestRef, Topic } from "@commonlane/contract/live";
import type { ReliabilityKind } from "#platform/db/schema/rating-tables.ts";

/** One reliability entry: how a user kept a booking or answered a request. */
export interface ReliabilityEntry {
  readonly uid: string;
  readonly rideId: string;
  readonly seatRequestId: string;
  readonly kind: ReliabilityKind;
  readonly seconds: number | null;
  readonly at: Date;
}

/** Event types that `reliabilityEntriesOf` handles. */
export const HANDLED_EVENTS = [
  "seat-request.accepted",
  "seat-request.rejected",
  "seat-request.expired",
  "seat-request.cancelled",
  "seat-request.completed",
  "trip-outcome.disputed",
  "trip-outcome.settled",
] as const satisfies readonly DomainEvent["type"][];

/** The reliability entries of the user who received an event. */
export function reliabilityEntriesOf({
  topic,
  payload,
  at,
}: {
  topic: Topic;
  payload: DomainEvent;
  at: Date;
}): ReliabilityEntry[] {
  const uid = /^user:(.+)/.exec(topic)?.[1];
  if (uid === undefined) return [];
  if ("outcomeId" in payload) {
    const base = { uid, rideId: payload.rideId, seatRequestId: payload.outcomeId, seconds: null, at };
    if (payload.type === "trip-outcome.disputed") return [{ ...base, kind: "disputed" }];
    if (payload.type !== "trip-outcome.settled") return [];
    return [{ ...base, kind: payload.absentUid === uid ? "absent" : "cleared" }];
  }
  if (!("seatRequest" in payload)) return [];
  const { seatRequest } = payload;
  const side = seatRequest.seekerId === uid ? "seeker" : "host";
  const classified = classifyEvent(payload, side, at);
  return classified ? [{ uid, rideId: seatRequest.rideId, seatRequestId: seatRequest.id, at, ...classified }] : [];
}

type Classification = Pick<ReliabilityEntry, "kind" | "seconds"> | undefined;

function classifyEvent(
  event: Extract<DomainEvent, { seatRequest: SeatRequestRef }>,
  side: "seeker" | "host",
  at: Date,
): Classification {
  const { seatRequest, type } = event;
  const { endedBy, confirmationAsked, reserved, createdAt, pickupAt } = seatRequest;
  const answered = createdAt
    ? ({ kind: "answered", seconds: secondsFrom(Date.parse(createdAt), at.getTime()) } as const)
    : undefined;
  if (type === "seat-request.completed") return { kind: "travelled", seconds: null };
  if (type === "seat-request.cancelled") {
    // Passengers asked to confirm and reserved seats have no commitment. A host who changed the ride is committed to
    // the agreed terms.
    if (endedBy !== side || reserved || !pickupAt || (confirmationAsked && side === "seeker"))
      return { kind: "released", seconds: null };
    return { kind: "cancelled", seconds: secondsFrom(at.getTime(), Date.parse(pickupAt)) };
  }
  if (side === "seeker") return undefined;
  if (type === "seat-request.accepted") return event.by === "host" ? answered : undefined;
  if (type === "seat-request.rejected") return endedBy === "host" ? answered : undefined;
  return type === "seat-request.expired" ? { kind: "unanswered", seconds: null } : undefined;
}

const secondsFrom = (fromMs: number, toMs: number) => Math.max(0, Math.floor((toMs - fromMs) / 1000));
