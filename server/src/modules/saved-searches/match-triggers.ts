import type { DomainEvent } from "@commonlane/contract/live";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";

/** Rides, searches and requests that may match something new; each once, regardless of the number of events. */
export interface MatchTriggers {
  readonly hostedRideIds: ReadonlySet<string>;
  readonly changedRideIds: ReadonlySet<string>;
  readonly postedRequestIds: ReadonlySet<string>;
  /** Requests that have changed. */
  readonly changedRequestIds: ReadonlySet<string>;
  readonly savedSearchIds: ReadonlySet<string>;
}

/** Events that `collectMatchTriggers` reads. */
export const MATCH_TRIGGER_EVENTS = [
  "ride.hosted",
  "ride.changed",
  "ride-request.posted",
  "ride-request.changed",
  "saved-search.saved",
] as const satisfies readonly DomainEvent["type"][];

/** Collects from events what may lead to new matches. */
export function collectMatchTriggers(events: readonly StoredEvent[]): MatchTriggers {
  const hostedRideIds = new Set<string>();
  const changedRideIds = new Set<string>();
  const postedRequestIds = new Set<string>();
  const changedRequestIds = new Set<string>();
  const savedSearchIds = new Set<string>();
  for (const { topic, payload } of events) {
    if (topic === "rides" && payload.type === "ride.hosted") hostedRideIds.add(payload.rideId);
    else if (topic === "rides" && payload.type === "ride.changed" && !payload.seatsTaken)
      changedRideIds.add(payload.rideId);
    else if (payload.type === "ride-request.posted") postedRequestIds.add(payload.rideRequest.id);
    else if (payload.type === "ride-request.changed") changedRequestIds.add(payload.rideRequest.id);
    else if (payload.type === "saved-search.saved") savedSearchIds.add(payload.savedSearchId);
  }
  return {
    hostedRideIds,
    changedRideIds,
    postedRequestIds,
    changedRequestIds,
    savedSearchIds,
  };
}
