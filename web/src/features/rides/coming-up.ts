import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { AskedPart } from "./ride-part.ts";

/** A journey of the reader's own that is still to come or under way. */
export interface Coming {
  readonly key: string;
  readonly ride: Ride;
  readonly from: string;
  readonly to: string;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Nothing where the reader hosts. */
  readonly request: Pick<SeatRequest, "status" | "seats" | "confirmBy" | "held"> | undefined;
  readonly part: AskedPart | undefined;
}

/** What ended by the reader's own hand, or is over, needs no telling. */
const TOLD: readonly SeatRequestStatus[] = ["pending", "accepted", "rejected", "expired", "cancelled"];

/** The reader's own journeys that have not ended, soonest first, of what they host and what they asked for. */
export function comingUp(
  hosted: readonly Ride[],
  asked: readonly (SeatRequest & { ride: Ride })[],
  nowMs: number,
): Coming[] {
  const mine = hosted.filter(({ status }) => status === "scheduled" || status === "departed").map(asHost);
  const told = asked.filter(({ status, endedBy }) => TOLD.includes(status) && endedBy !== "seeker").map(asSeeker);
  return [...mine, ...told]
    .filter(({ endsAt }) => Date.parse(endsAt) > nowMs)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

function asHost(ride: Ride): Coming {
  const { id, origin, destination, departsAt, arrivesAt } = ride;
  const ends = { from: origin.label, to: destination.label, startsAt: departsAt, endsAt: arrivesAt };
  return { key: id, ride, ...ends, request: undefined, part: undefined };
}

function asSeeker(asked: SeatRequest & { ride: Ride }): Coming {
  const { id, ride, pickup, dropoff, pickupAt, dropoffAt, seats, status, confirmBy, held } = asked;
  const ends = { from: pickup.label, to: dropoff.label, startsAt: pickupAt, endsAt: dropoffAt };
  const part = { pickup, dropoff, walkFromM: 0, walkToM: 0, seats };
  return { key: id, ride, ...ends, request: { status, seats, confirmBy, held }, part };
}
