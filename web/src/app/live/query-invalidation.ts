import type { DomainEvent, LiveInvalidation } from "@commonlane/contract/live";
import type { QueryKey } from "@tanstack/react-query";

type StaleKeysByEvent = {
  readonly [T in DomainEvent["type"]]: (fact: Extract<DomainEvent, { type: T }>) => readonly QueryKey[];
};

const ofRide = ({ rideId }: { rideId: string }): readonly QueryKey[] => [
  ["rides", "one", rideId],
  ["rides", "hosted"],
  ["rides", "of-host"],
  ["ride-series", "days"],
];
/**
 * A decision changes seats and passengers, so the ride is refetched; an accepted offer has the same effects as its
 * booking.
 */
const ofSeatRequest = ({ seatRequest }: { seatRequest: { rideId: string } }): readonly QueryKey[] => [
  ["seat-requests"],
  ["offers"],
  ["trip-outcomes", seatRequest.rideId],
  ...ofRide(seatRequest),
];

/** An offer may have created or joined a ride, and is loaded with its request. */
const ofOffer = (): readonly QueryKey[] => [["offers"], ["ride-requests"]];

/** Names and read marks next to the messages are loaded with the conversations. */
const ofChat = ({ conversationId }: { conversationId: string }): readonly QueryKey[] => [
  ["chat", "conversations"],
  ["chat", "unread"],
  ["chat", "messages", conversationId],
];

/** Maps each domain event to the queries it makes stale: the only module that knows both. */
const staleKeysByEvent: StaleKeysByEvent = {
  "seat-request.created": ofSeatRequest,
  "seat-request.accepted": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.rejected": ofSeatRequest,
  "seat-request.withdrawn": ofSeatRequest,
  "seat-request.expired": ofSeatRequest,
  "seat-request.cancelled": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.completed": ofSeatRequest,
  // Confirming a reserved seat makes the user a passenger.
  "seat-request.confirmed": (fact) => [...ofSeatRequest(fact), ["chat"], ["trip-safety", fact.seatRequest.rideId]],
  "standby.changed": (fact) => [["standby", fact.rideId], ["seat-requests"], ...ofRide(fact)],
  // Users who look for requests are informed by invalidations instead.
  "ride-requests.changed": () => [],
  "ride-request.posted": () => [["ride-requests"]],
  "ride-request.changed": () => [["ride-requests"]],
  "ride-request.matched": ofOffer,
  "ride-request.cancelled": ofOffer,
  "ride-request.expired": ofOffer,
  "offer.created": ofOffer,
  "offer.accepted": ofOffer,
  "offer.declined": ofOffer,
  "offer.withdrawn": ofOffer,
  "offer.expired": ofOffer,
  "ride.hosted": ofRide,
  "ride.changed": (fact) => [...ofRide(fact), ["seat-requests"]],
  "ride.cancelled": () => [["rides"], ["ride-series"], ["seat-requests"], ["offers"]],
  // An alert counts on its saved search, which now also finds the ride.
  "notification.created": ({ notification: notice }) =>
    notice.kind === "ride.alerted"
      ? [["notifications"], ["saved-searches"], ["rides", "search"], ["rides", "days"]]
      : [["notifications"], ["content-removals"]],
  "notification.changed": () => [["notifications"]],
  "saved-search.saved": () => [["saved-searches"]],
  "saved-search.changed": () => [["saved-searches"]],
  "chat.message-sent": ofChat,
  "chat.message-delivered": ofChat,
  "chat.message-read": ofChat,
  "chat.conversation-changed": ofChat,
  // Other drivers arrive with the map's cell updates.
  "active-driver.activated": () => [["active-drivers", "own"]],
  "active-driver.ended": () => [["active-drivers", "own"]],
  // Blocks affect the visibility of nearly everything.
  "block.changed": () => [[]],
  "rating.changed": () => [["ratings"]],
  // Ratings change what is shown next to a name.
  "rating.published": () => [["ratings"], ["profiles"], ["rides"]],
  "rating.replied": () => [["ratings"]],
  "trip-outcome.changed": () => [["trip-outcomes"]],
  "trip-outcome.disputed": () => [["trip-outcomes"], ["seat-requests"]],
  "trip-outcome.settled": () => [["trip-outcomes"]],
  "trip-safety.changed": ({ rideId }) => [["trip-safety", rideId]],
  "trusted-contacts.changed": () => [["trusted-contacts"], ["trip-safety"]],
  // The session handles its own end.
  "session.ended": () => [],
  // Broadcast as an invalidation, see below.
  "bulletin.changed": () => [],
};

/** Queries that a broadcast invalidation makes stale. */
export const staleByNews: Record<LiveInvalidation["about"], readonly QueryKey[]> = {
  "ride-requests": [
    ["ride-requests", "near"],
    ["ride-requests", "along"],
  ],
  bulletin: [["moderation", "announcements"]],
};

/** Queries that an event makes stale. */
export function staleKeysAfter<T extends DomainEvent["type"]>(
  fact: Extract<DomainEvent, { type: T }>,
): readonly QueryKey[] {
  const keysOf: (fact: Extract<DomainEvent, { type: T }>) => readonly QueryKey[] = staleKeysByEvent[fact.type];
  return keysOf(fact);
}

/** Removes duplicates and keys that another key includes. */
export function distinctKeys(keys: readonly QueryKey[]): readonly QueryKey[] {
  return keys.filter((key, index) =>
    keys.every(
      (otherKey, otherIndex) =>
        otherIndex === index || !covers(otherKey, key) || (covers(key, otherKey) && index < otherIndex),
    ),
  );
}

const covers = (broader: QueryKey, narrower: QueryKey) =>
  broader.every((segment, index) => segment === narrower[index]);
