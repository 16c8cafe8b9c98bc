import type { DomainEvent, SeatRequestRef, Topic } from "@commonlane/contract/live";
import type { ReliabilityKind } from "#platform/db/schema/ride-columns.ts";

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
    const base = {
      uid,
      rideId: payload.rideId,
      seatRequestId: payload.outcomeId,
      seconds: null,
      at,
    };
    if (payload.type === "trip-outcome.disputed")
      return [
        {
          ...base,
          kind: "disputed",
        },
      ];
    if (payload.type !== "trip-outcome.settled") return [];
    return [
      {
        ...base,
        kind: payload.absentUid === uid ? "absent" : "cleared",
      },
    ];
  }
  if (!("seatRequest" in payload)) return [];
  const { seatRequest } = payload;
  const side = seatRequest.seekerId === uid ? "seeker" : "host";
  const classified = classifyEvent(payload, side, at);
  return classified
    ? [
        {
          uid,
          rideId: seatRequest.rideId,
          seatRequestId: seatRequest.id,
          at,
          ...classified,
        },
      ]
    : [];
}

type Classification = Pick<ReliabilityEntry, "kind" | "seconds"> | undefined;

function classifyEvent(
  event: Extract<DomainEvent, { seatRequest: SeatRequestRef }>,
  side: "seeker" | "host",
  at: Date,
): Classification {
  const { seatRequest, type } = event;
  const { createdAt } = seatRequest;
  const answered = createdAt
    ? ({
        kind: "answered",
        seconds: secondsFrom(Date.parse(createdAt), at.getTime()),
      } as const)
    : undefined;
  if (type === "seat-request.completed")
    return {
      kind: "travelled",
      seconds: null,
    };
  if (type === "seat-request.cancelled") return classifyCancellation(seatRequest, side, at);
  if (side === "seeker") return undefined;
  if (type === "seat-request.accepted") return event.by === "host" ? answered : undefined;
  if (type === "seat-request.rejected")
    return seatRequest.endedBy === "host" ? answered : undefined;
  return type === "seat-request.expired"
    ? {
        kind: "unanswered",
        seconds: null,
      }
    : undefined;
}

/**
 * Passengers asked to confirm and reserved seats have no commitment. A host who changed the ride is committed to the
 * agreed terms: a seat that is then given up or not confirmed counts as cancelled when the host changed the ride.
 */
function classifyCancellation(
  { endedBy, confirmationAsked, reserved, pickupAt, hostMovedAt }: SeatRequestRef,
  side: "seeker" | "host",
  at: Date,
): Classification {
  const released = {
    kind: "released",
    seconds: null,
  } as const;
  if (reserved || !pickupAt) return released;
  const cancelledAt = (ms: number) =>
    ({
      kind: "cancelled",
      seconds: secondsFrom(ms, Date.parse(pickupAt)),
    }) as const;
  if (endedBy === side)
    return side === "seeker" && confirmationAsked ? released : cancelledAt(at.getTime());
  return side === "host" && hostMovedAt ? cancelledAt(Date.parse(hostMovedAt)) : released;
}

const secondsFrom = (fromMs: number, toMs: number) =>
  Math.max(0, Math.floor((toMs - fromMs) / 1000));
