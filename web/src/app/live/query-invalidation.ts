import type { DomainEvent, LiveInvalidation } from "@commonlane/contract/live";
import type { QueryKey } from "@tanstack/react-query";

type StaleKeysByEvent = {
  readonly [T in DomainEvent["type"]]: (
    event: Extract<DomainEvent, { type: T }>,
  ) => readonly QueryKey[];
};

const rideKeys = ({ rideId }: { rideId: string }): readonly QueryKey[] => [
  ["rides", "one", rideId],
  ["rides", "hosted"],
  ["rides", "of-host"],
  ["ride-series", "days"],
];
/**
 * A decision changes seats and passengers, so the ride is refetched; an accepted offer has the same effects as its
 * booking.
 */
const seatRequestKeys = ({
  seatRequest,
}: {
  seatRequest: { rideId: string };
}): readonly QueryKey[] => [
  ["seat-requests"],
  ["offers"],
  ["trip-outcomes", seatRequest.rideId],
  ...rideKeys(seatRequest),
];

/** An offer may have created or joined a ride, and is loaded with its request. */
const offerKeys = (): readonly QueryKey[] => [["offers"], ["ride-requests"]];

/** Names and read marks next to the messages are loaded with the conversations. */
const chatKeys = ({ conversationId }: { conversationId: string }): readonly QueryKey[] => [
  ["chat", "conversations"],
  ["chat", "unread"],
  ["chat", "messages", conversationId],
];

/** Maps each domain event to the queries it makes stale: the only module that knows both. */
const staleKeysByEvent: StaleKeysByEvent = {
  "seat-request.created": seatRequestKeys,
  "seat-request.accepted": (event) => [...seatRequestKeys(event), ["chat"]],
  "seat-request.rejected": seatRequestKeys,
  "seat-request.withdrawn": seatRequestKeys,
  "seat-request.expired": seatRequestKeys,
  "seat-request.cancelled": (event) => [...seatRequestKeys(event), ["chat"]],
  "seat-request.completed": seatRequestKeys,
  // Confirming a reserved seat makes the user a passenger.
  "seat-request.confirmed": (event) => [
    ...seatRequestKeys(event),
    ["chat"],
    ["trip-safety", event.seatRequest.rideId],
  ],
  "standby.changed": (event) => [["standby", event.rideId], ["seat-requests"], ...rideKeys(event)],
  // Users who look for requests are informed by invalidations instead.
  "ride-requests.changed": () => [],
  "ride-request.posted": () => [["ride-requests"]],
  "ride-request.changed": () => [["ride-requests"]],
  "ride-request.matched": offerKeys,
  "ride-request.cancelled": offerKeys,
  "ride-request.expired": offerKeys,
  "offer.created": offerKeys,
  "offer.accepted": offerKeys,
  "offer.declined": offerKeys,
  "offer.withdrawn": offerKeys,
  "offer.expired": offerKeys,
  "ride.hosted": rideKeys,
  // A change may be one of the series, made on another device, and moves those who wait for a seat.
  "ride.changed": (event) => [
    ...rideKeys(event),
    ["ride-series"],
    ["seat-requests"],
    ["standby", event.rideId],
  ],
  "ride.cancelled": (event) => [
    ["rides"],
    ["ride-series"],
    ["seat-requests"],
    ["standby", event.rideId],
    ["offers"],
  ],
  // An alert counts on its saved search, which now also finds the ride.
  "notification.created": ({ notification }) =>
    notification.kind === "ride.alerted"
      ? [["notifications"], ["saved-searches"], ["rides", "search"], ["rides", "days"]]
      : [["notifications"], ["content-removals"]],
  "notification.changed": () => [["notifications"]],
  "saved-search.saved": () => [["saved-searches"]],
  "saved-search.changed": () => [["saved-searches"]],
  "chat.message-sent": chatKeys,
  "chat.message-delivered": chatKeys,
  "chat.message-read": chatKeys,
  "chat.conversation-changed": chatKeys,
  // Other drivers arrive with the map's cell updates.
  "active-driver.activated": () => [["active-drivers", "own"]],
  "active-driver.ended": () => [["active-drivers", "own"]],
  // Blocks affect the visibility of nearly everything.
  "block.changed": () => [[]],
  "community-event.changed": () => [["events"]],
  "rating.changed": () => [["ratings"]],
  // Ratings change what is shown next to a name.
  "rating.published": () => [["ratings"], ["profiles"], ["rides"]],
  "rating.replied": () => [["ratings"]],
  "trip-outcome.changed": () => [["trip-outcomes"]],
  "trip-outcome.disputed": () => [["trip-outcomes"], ["seat-requests"]],
  "trip-outcome.settled": () => [["trip-outcomes"]],
  "trip-safety.changed": ({ rideId }) => [["trip-safety", rideId]],
  "trusted-contacts.changed": () => [["trusted-contacts"], ["trip-safety"]],
  // Marks are shown next to every name.
  // A group may require the mark.
  "trust-mark.changed": () => [["trust-marks"], ["audiences"], ["profiles"], ["rides"], ["groups"]],
  // Rides may be for the members of a group.
  "group.membership-changed": () => [["groups"], ["audiences"], ["rides"], ["ride-requests"]],
  // Not the audit log: each look at it is an entry of its own.
  "report.changed": () =>
    ["role", "reports", "report", "actions", "person", "report-statistics"].map((part) => [
      "moderation",
      part,
    ]),
  // The session handles its own end.
  "session.ended": () => [],
  // Broadcast as an invalidation, see below.
  "bulletin.changed": () => [],
  "community-settings.changed": () => [],
};

/** Queries that a broadcast invalidation makes stale. */
export const staleByInvalidation: Record<LiveInvalidation["about"], readonly QueryKey[]> = {
  "ride-requests": [
    ["ride-requests", "near"],
    ["ride-requests", "along"],
  ],
  bulletin: [["moderation", "announcements"]],
};

/** Queries that an event makes stale. */
export function staleKeysAfter<T extends DomainEvent["type"]>(
  event: Extract<DomainEvent, { type: T }>,
): readonly QueryKey[] {
  // The server may be of a newer release than this page.
  if (!Object.hasOwn(staleKeysByEvent, event.type)) return [];
  const getStaleKeys: (event: Extract<DomainEvent, { type: T }>) => readonly QueryKey[] =
    staleKeysByEvent[event.type];
  return getStaleKeys(event);
}

/** Removes duplicates and keys that another key includes. */
export function distinctKeys(keys: readonly QueryKey[]): readonly QueryKey[] {
  return keys.filter((key, index) =>
    keys.every(
      (otherKey, otherIndex) =>
        otherIndex === index ||
        !covers(otherKey, key) ||
        (covers(key, otherKey) && index < otherIndex),
    ),
  );
}

const covers = (broader: QueryKey, narrower: QueryKey) =>
  broader.every((segment, index) => segment === narrower[index]);
