import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { StandbyPlace } from "@commonlane/contract/standby";
import { isActive, isUnconfirmed } from "./request-status.ts";

/** How a seeker stands to a ride: what its page shows them, and where the bar of a phone leads to. */
export type AskStand =
  | { readonly kind: "asked" | "aboard" | "unconfirmed"; readonly request: SeatRequest }
  | { readonly kind: "over"; readonly request: SeatRequest | undefined }
  | { readonly kind: "inLine"; readonly place: StandbyPlace }
  /** They may ask, again where an earlier request came to nothing. */
  | { readonly kind: "open"; readonly request: SeatRequest | undefined };

interface Known {
  /** What they asked of the ride, newest first. */
  readonly requests: readonly SeatRequest[];
  readonly place: StandbyPlace | null | undefined;
  /** Seats can be asked for: the ride stands and has not left. */
  readonly coming: boolean;
}

export function standOf({ requests, place, coming }: Known): AskStand {
  const request = requests.find(isActive) ?? requests[0];
  if (request && isActive(request)) {
    if (request.status === "pending") return { kind: "asked", request };
    return { kind: isUnconfirmed(request) ? "unconfirmed" : "aboard", request };
  }
  if (!coming) return { kind: "over", request };
  return place ? { kind: "inLine", place } : { kind: "open", request };
}

/** What the bar of a phone offers to go to. */
export type AskLead = "ask" | "book" | "full" | "request" | "seat" | "answer" | "place";

interface Offered {
  readonly coming: boolean;
  readonly approval: Ride["approval"];
  readonly part: { readonly seats: number; readonly seatsLeft: number };
}

/** Nothing where there is nothing more to do before the departure. */
export function leadOf(stand: AskStand, { coming, approval, part }: Offered): AskLead | undefined {
  if (!coming) return undefined;
  const leads = { asked: "request", aboard: "seat", unconfirmed: "answer", inLine: "place", over: undefined } as const;
  if (stand.kind !== "open") return leads[stand.kind];
  if (part.seatsLeft < part.seats) return "full";
  return approval === "instant" ? "book" : "ask";
}
