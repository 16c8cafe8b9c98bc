import type { Fact, SeatRequestNamed, Topic } from "@commonlane/contract/live";
import type { ReliabilityKind } from "#platform/db/rating-tables.ts";

/** One thing that somebody did with what was agreed with them, or asked of them. */
export interface Entry {
  readonly uid: string;
  readonly rideId: string;
  readonly seatRequestId: string;
  readonly kind: ReliabilityKind;
  readonly seconds: number | null;
  readonly at: Date;
}

/** What `entriesOf` reads. */
export const READ = [
  "seat-request.accepted",
  "seat-request.rejected",
  "seat-request.expired",
  "seat-request.cancelled",
  "seat-request.completed",
  "passage.disputed",
  "passage.settled",
] as const satisfies readonly Fact["type"][];

/** What a fact that one person was told says of that person. */
export function entriesOf({ topic, fact, at }: { topic: Topic; fact: Fact; at: Date }): Entry[] {
  const uid = /^user:(.+)/.exec(topic)?.[1];
  if (uid === undefined) return [];
  if ("passageId" in fact) {
    const about = { uid, rideId: fact.rideId, seatRequestId: fact.passageId, seconds: null, at };
    if (fact.type === "passage.disputed") return [{ ...about, kind: "disputed" }];
    if (fact.type !== "passage.settled") return [];
    return [{ ...about, kind: fact.absentUid === uid ? "absent" : "cleared" }];
  }
  if (!("seatRequest" in fact)) return [];
  const { seatRequest } = fact;
  const side = seatRequest.seekerId === uid ? "seeker" : "host";
  const said = saidBy(fact, side, at);
  return said ? [{ uid, rideId: seatRequest.rideId, seatRequestId: seatRequest.id, at, ...said }] : [];
}

type Said = Pick<Entry, "kind" | "seconds"> | undefined;

function saidBy(fact: Extract<Fact, { seatRequest: SeatRequestNamed }>, side: "seeker" | "host", at: Date): Said {
  const { seatRequest, type } = fact;
  const { endedBy, asked, held, createdAt, pickupAt } = seatRequest;
  const answered = createdAt
    ? ({ kind: "answered", seconds: secondsFrom(Date.parse(createdAt), at.getTime()) } as const)
    : undefined;
  if (type === "seat-request.completed") return { kind: "travelled", seconds: null };
  if (type === "seat-request.cancelled") {
    // Who is asked to confirm is bound to nothing, and nobody is by a seat that is held. A host who changed the ride is, to
    // what was agreed before.
    if (endedBy !== side || held || !pickupAt || (asked && side === "seeker"))
      return { kind: "released", seconds: null };
    return { kind: "cancelled", seconds: secondsFrom(at.getTime(), Date.parse(pickupAt)) };
  }
  if (side === "seeker") return undefined;
  if (type === "seat-request.accepted") return fact.by === "host" ? answered : undefined;
  if (type === "seat-request.rejected") return endedBy === "host" ? answered : undefined;
  return type === "seat-request.expired" ? { kind: "unanswered", seconds: null } : undefined;
}

const secondsFrom = (fromMs: number, toMs: number) => Math.max(0, Math.floor((toMs - fromMs) / 1000));
