import type { Fact, LiveNews } from "@commonlane/contract/live";
import type { QueryKey } from "@tanstack/react-query";

type Table = { readonly [T in Fact["type"]]: (fact: Extract<Fact, { type: T }>) => readonly QueryKey[] };

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
  ["passages", seatRequest.rideId],
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
const table: Table = {
  "seat-request.created": ofSeatRequest,
  "seat-request.accepted": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.rejected": ofSeatRequest,
  "seat-request.withdrawn": ofSeatRequest,
  "seat-request.expired": ofSeatRequest,
  "seat-request.cancelled": (fact) => [...ofSeatRequest(fact), ["chat"]],
  "seat-request.completed": ofSeatRequest,
  // Who confirms a seat that was held comes along from now on.
  "seat-request.confirmed": (fact) => [...ofSeatRequest(fact), ["chat"], ["on-the-way", fact.seatRequest.rideId]],
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
  "notice.created": ({ notice }) =>
    notice.kind === "ride.alerted"
      ? [["notices"], ["saved-searches"], ["rides", "search"], ["rides", "days"]]
      : [["notices"], ["hidings"]],
  "notice.changed": () => [["notices"]],
  "saved-search.saved": () => [["saved-searches"]],
  "saved-search.changed": () => [["saved-searches"]],
  "chat.message-sent": ({ message }) => ofChat(message),
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
  "passage.changed": () => [["passages"]],
  "passage.disputed": () => [["passages"], ["seat-requests"]],
  "passage.settled": () => [["passages"]],
  "on-the-way.changed": ({ rideId }) => [["on-the-way", rideId]],
  "trusted-contacts.changed": () => [["trusted-contacts"], ["on-the-way"]],
  // Sign-out is the session's own affair.
  "session.ended": () => [],
  // Told to everybody as news, below.
  "bulletin.changed": () => [],
};

/** The lists that news make old. */
export const newsOf: Record<LiveNews["about"], readonly QueryKey[]> = {
  "ride-requests": [
    ["ride-requests", "near"],
    ["ride-requests", "along"],
  ],
  bulletin: [["moderation", "bulletin"]],
};

/** The queries that a fact makes old. */
export function staleAfter<T extends Fact["type"]>(fact: Extract<Fact, { type: T }>): readonly QueryKey[] {
  const keysOf: (fact: Extract<Fact, { type: T }>) => readonly QueryKey[] = table[fact.type];
  return keysOf(fact);
}

/** Each of the keys once, and none that another one covers. */
export function distinctKeys(keys: readonly QueryKey[]): readonly QueryKey[] {
  return keys.filter((key, at) =>
    keys.every((other, otherAt) => otherAt === at || !covers(other, key) || (covers(key, other) && at < otherAt)),
  );
}

const covers = (wide: QueryKey, narrow: QueryKey) => wide.every((part, at) => part === narrow[at]);
