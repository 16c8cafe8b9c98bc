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
 * A decision moves seats and says who travels together, so whoever looks at the ride looks again; and an accepted offer goes
 * the way of its booking.
 */
const ofSeatRequest = ({ seatRequest }: { seatRequest: { rideId: string } }): readonly QueryKey[] => [
  ["seat-requests"],
  ["offers"],
  ["trip-outcomes", seatRequest.rideId],
  ...ofRide(seatRequest),
];

/** An offer may have made or joined a ride, and is read with its request. */
const ofOffer = (): readonly QueryKey[] => [["offers"], ["ride-requests"]];

/** Whose names and marks stand beside the messages is read with the conversations. */
const ofChat = ({ conversationId }: { conversationId: string }): readonly QueryKey[] => [
  ["chat", "conversations"],
  ["chat", "unread"],
  ["chat", "messages", conversationId],
];

/** What is to be read again when something has happened: the one place that knows both events and queries. */
const staleKeysByEvent: StaleKeysByEvent = {
  "seat-request.created": ofSeatRequest,
  "seat-request.accepted": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.rejected": ofSeatRequest,
  "seat-request.withdrawn": ofSeatRequest,
  "seat-request.expired": ofSeatRequest,
  "seat-request.cancelled": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.completed": ofSeatRequest,
  // Who confirms a seat that was held comes along from now on.
  "seat-request.confirmed": (fact) => [...ofSeatRequest(fact), ["chat"], ["trip-safety", fact.seatRequest.rideId]],
  "standby.changed": (fact) => [["standby", fact.rideId], ["seat-requests"], ...ofRide(fact)],
  // Whoever looks for requests is told by news.
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
  // A ride that was told counts on the search it was told for, and is found by it.
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
  // Of others the frames of the map tell.
  "active-driver.activated": () => [["active-drivers", "own"]],
  "active-driver.ended": () => [["active-drivers", "own"]],
  // Who is hidden from whom decides about nearly everything that is shown.
  "block.changed": () => [[]],
  "rating.changed": () => [["ratings"]],
  // What is shown beside a name is another now.
  "rating.published": () => [["ratings"], ["profiles"], ["rides"]],
  "rating.replied": () => [["ratings"]],
  "trip-outcome.changed": () => [["trip-outcomes"]],
  "trip-outcome.disputed": () => [["trip-outcomes"], ["seat-requests"]],
  "trip-outcome.settled": () => [["trip-outcomes"]],
  "trip-safety.changed": ({ rideId }) => [["trip-safety", rideId]],
  "trusted-contacts.changed": () => [["trusted-contacts"], ["trip-safety"]],
  // Sign-out is the session's own affair.
  "session.ended": () => [],
  // Told to everybody as news, below.
  "bulletin.changed": () => [],
};

/** The lists that news make old. */
export const staleByNews: Record<LiveInvalidation["about"], readonly QueryKey[]> = {
  "ride-requests": [
    ["ride-requests", "near"],
    ["ride-requests", "along"],
  ],
  bulletin: [["moderation", "announcements"]],
};

/** The queries that a fact makes old. */
export function staleKeysAfter<T extends DomainEvent["type"]>(
  fact: Extract<DomainEvent, { type: T }>,
): readonly QueryKey[] {
  const keysOf: (fact: Extract<DomainEvent, { type: T }>) => readonly QueryKey[] = staleKeysByEvent[fact.type];
  return keysOf(fact);
}

/** Each of the keys once, and none that another one covers. */
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
