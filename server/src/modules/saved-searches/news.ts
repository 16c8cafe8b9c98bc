import type { Fact } from "@commonlane/contract/live";
import type { StoredEvent } from "#platform/db/outbox.ts";

/** What may bring people together; each once, however often something happened to it. */
export interface News {
  readonly hosted: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly posted: ReadonlySet<string>;
  /** Requests that have changed. */
  readonly moved: ReadonlySet<string>;
  readonly searches: ReadonlySet<string>;
}

/** What `newsIn` reads. */
export const NEWS = [
  "ride.hosted",
  "ride.changed",
  "ride-request.posted",
  "ride-request.changed",
  "saved-search.saved",
] as const satisfies readonly Fact["type"][];

/** Reads out of events what may bring people together. */
export function newsIn(events: readonly StoredEvent[]): News {
  const [hosted, changed] = [new Set<string>(), new Set<string>()];
  const [posted, moved, searches] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { topic, fact } of events) {
    if (topic === "rides" && fact.type === "ride.hosted") hosted.add(fact.rideId);
    else if (topic === "rides" && fact.type === "ride.changed" && !fact.seatsTaken) changed.add(fact.rideId);
    else if (fact.type === "ride-request.posted") posted.add(fact.rideRequest.id);
    else if (fact.type === "ride-request.changed") moved.add(fact.rideRequest.id);
    else if (fact.type === "saved-search.saved") searches.add(fact.savedSearchId);
  }
  return { hosted, changed, posted, moved, searches };
}
