import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { isActive, isUnconfirmed } from "../request-status.ts";

/** Relation of a seeker to a ride; decides what the page and the sticky bar show. */
export type SeekerState =
  | {
      readonly kind: "requested" | "accepted" | "unconfirmed";
      readonly request: SeatRequest;
    }
  | {
      readonly kind: "closed";
      readonly request: SeatRequest | undefined;
    }
  | {
      readonly kind: "standby";
      readonly standbyEntry: StandbyEntry;
    }
  /** The seeker may request seats, again if `request` failed. */
  | {
      readonly kind: "open";
      readonly request: SeatRequest | undefined;
    };

interface SeekerStateInput {
  /** The seeker's requests for the ride, newest first. */
  readonly requests: readonly SeatRequest[];
  readonly standbyEntry: StandbyEntry | null | undefined;
  /** True if seats can be requested: the ride is active and has not departed. */
  readonly isUpcoming: boolean;
}

export function getSeekerState({
  requests,
  standbyEntry,
  isUpcoming,
}: SeekerStateInput): SeekerState {
  const request = requests.find(isActive) ?? requests[0];
  if (request && isActive(request)) {
    if (request.status === "pending")
      return {
        kind: "requested",
        request,
      };
    return {
      kind: isUnconfirmed(request) ? "unconfirmed" : "accepted",
      request,
    };
  }
  if (!isUpcoming) return { kind: "closed", request };
  return standbyEntry
    ? {
        kind: "standby",
        standbyEntry,
      }
    : {
        kind: "open",
        request,
      };
}

/** Action of the sticky bar. */
export type SeekerAction = "ask" | "book" | "full" | "request" | "seat" | "answer" | "place";

interface SegmentOffer {
  readonly isUpcoming: boolean;
  readonly approval: Ride["approval"];
  readonly segment: {
    readonly seats: number;
    readonly seatsLeft: number;
  };
}

/** Undefined if there is nothing left to do before departure. */
export function getSeekerAction(
  state: SeekerState,
  { isUpcoming, approval, segment }: SegmentOffer,
): SeekerAction | undefined {
  if (!isUpcoming) return undefined;
  const actions = {
    requested: "request",
    accepted: "seat",
    unconfirmed: "answer",
    standby: "place",
    closed: undefined,
  } as const;
  if (state.kind !== "open") return actions[state.kind];
  if (segment.seatsLeft < segment.seats) return "full";
  return approval === "instant" ? "book" : "ask";
}
