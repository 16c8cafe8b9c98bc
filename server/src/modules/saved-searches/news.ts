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

/** Reads out of events what may bring people together. */
export function newsIn(events: readonly StoredEvent[]): News {
  const [hosted, changed] = [new Set<string>(), new Set<string>()];
  const [posted, moved, searches] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { fact } of events) {
    if (fact.type === "ride.hosted") hosted.add(fact.rideId);
    else if (fact.type === "ride.changed") changed.add(fact.rideId);
    else if (fact.type === "ride-request.posted") posted.add(fact.rideRequest.id);
    else if (fact.type === "ride-request.changed") moved.add(fact.rideRequest.id);
    else if (fact.type === "saved-search.saved") searches.add(fact.savedSearchId);
  }
  return { hosted, changed, posted, moved, searches };
}
