import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyEntry } from "@commonlane/contract/standby";
import { isActive, isUnconfirmed } from "../request-status.ts";

/** How a seeker stands to a ride: what its page shows them, and where the bar of a phone leads to. */
export type SeekerState =
  | { readonly kind: "requested" | "accepted" | "unconfirmed"; readonly request: SeatRequest }
  | { readonly kind: "closed"; readonly request: SeatRequest | undefined }
  | { readonly kind: "standby"; readonly standbyEntry: StandbyEntry }
  /** They may ask, again where an earlier request came to nothing. */
  | { readonly kind: "open"; readonly request: SeatRequest | undefined };

interface SeekerStateInput {
  /** What they asked of the ride, newest first. */
  readonly requests: readonly SeatRequest[];
  readonly standbyEntry: StandbyEntry | null | undefined;
  /** Seats can be asked for: the ride stands and has not left. */
  readonly isUpcoming: boolean;
}

export function getSeekerState({ requests, standbyEntry, isUpcoming }: SeekerStateInput): SeekerState {
  const request = requests.find(isActive) ?? requests[0];
  if (request && isActive(request)) {
    if (request.status === "pending") return { kind: "requested", request };
    return { kind: isUnconfirmed(request) ? "unconfirmed" : "accepted", request };
  }
  if (!isUpcoming) return { kind: "closed", request };
  return standbyEntry ? { kind: "standby", standbyEntry } : { kind: "open", request };
}

/** What the bar of a phone offers to go to. */
export type SeekerAction = "ask" | "book" | "full" | "request" | "seat" | "answer" | "place";

interface SegmentOffer {
  readonly isUpcoming: boolean;
  readonly approval: Ride["approval"];
  readonly segment: { readonly seats: number; readonly seatsLeft: number };
}

/** Nothing where there is nothing more to do before the departure. */
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
