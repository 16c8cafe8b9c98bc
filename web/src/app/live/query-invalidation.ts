import type { DomainEvent, LiveInvalidation } from "@commonlane/contract/live";
import { partialMatchKey } from "@tanstack/react-query";
import type { EndpointKey, EndpointName, GroupName } from "#shared/api/query-keys.ts";

type StaleKeysByEvent = {
  readonly [T in DomainEvent["type"]]: (
    event: Extract<DomainEvent, { type: T }>,
  ) => readonly EndpointKey[];
};

/** What a browser reads of each group of endpoints. By name, because the page loads before the contract does. */
export const readsOfGroups = {
  rides: [
    "GET /rides/nearby",
    "GET /rides/all",
    "GET /rides/search",
    "GET /rides/search/near-misses",
    "GET /rides/search/next-best",
    "GET /rides/search/days",
    "GET /rides/:rideId",
    "GET /rides/my/:uid",
    "GET /rides/for-members/:audienceId",
  ],
  rideSeries: [
    "GET /rides/series",
    "GET /rides/series/:seriesId",
    "GET /rides/series/:seriesId/rides",
  ],
  seatRequests: [
    "GET /rides/:rideId/requests",
    "GET /rides/incoming-requests",
    "GET /rides/my-requests",
  ],
  offers: [
    "GET /rides/requests/:requestId/fitting-rides",
    "GET /rides/requests/:requestId/offers",
    "GET /rides/my-offers",
  ],
  rideRequests: ["GET /requests/nearby", "GET /requests/my", "GET /requests/:requestId"],
  tripOutcomes: ["GET /rides/:rideId/trip-outcomes"],
  notifications: ["GET /notifications", "GET /notifications/unread-count"],
  notificationChannels: [
    "GET /notifications/push-key",
    "GET /notifications/devices",
    "GET /notifications/settings",
  ],
  savedSearches: ["GET /saved-searches", "GET /popular-routes"],
  contentRemovals: ["GET /content-removals"],
  chat: [
    "GET /chat/conversations",
    "GET /chat/conversations/:conversationId",
    "GET /rides/:rideId/conversation",
    "GET /chat/conversations/:conversationId/messages",
    "GET /chat/unread-count",
    "GET /chat/search",
  ],
  events: [
    "GET /events",
    "GET /events/:eventId",
    "GET /events/:eventId/rides",
    "GET /events/:eventId/calendar",
  ],
  ratings: [
    "GET /ratings/user/:uid",
    "GET /ratings/user/:uid/stats",
    "GET /ratings/between/:uid",
    "GET /ratings/ride/:rideId",
    "GET /ratings/due",
  ],
  trustedContacts: ["GET /trusted-contacts"],
  trustMarks: ["GET /trust-marks", "GET /trust-marks/own"],
  audiences: ["GET /audiences"],
  groups: [
    "GET /groups",
    "GET /groups/own",
    "GET /groups/:groupId",
    "GET /groups/:groupId/members",
  ],
  groupManagement: [
    "GET /groups/:groupId/join-requests",
    "GET /groups/:groupId/invitation",
    "GET /groups/:groupId/statistics",
  ],
} as const satisfies { readonly [G in GroupName]?: readonly EndpointName<G>[] };

/** All queries of these groups. */
const all = (...groups: readonly (keyof typeof readsOfGroups)[]): readonly EndpointKey[] =>
  groups.flatMap((group) => readsOfGroups[group].map((name): EndpointKey => [name]));

const ownProfiles: readonly EndpointKey[] = [
  ["GET /firebase-auth/profile"],
  ["GET /profiles/:uid"],
];

const rideKeys = ({ rideId }: { rideId: string }): readonly EndpointKey[] => [
  ["GET /rides/:rideId", { params: { rideId } }],
  ["GET /rides/my/:uid"],
  ["GET /rides/series/:seriesId/rides"],
];

const standbyKey = ({ rideId }: { rideId: string }): EndpointKey => [
  "GET /rides/:rideId/standby",
  { params: { rideId } },
];

/**
 * A decision changes seats and passengers, so the ride is refetched; an accepted offer has the same effects as its
 * booking.
 */
const seatRequestKeys = ({
  seatRequest: { rideId },
}: {
  seatRequest: { rideId: string };
}): readonly EndpointKey[] => [
  ...all("seatRequests", "offers"),
  ["GET /rides/:rideId/trip-outcomes", { params: { rideId } }],
  ["GET /rides/:rideId/contacts", { params: { rideId } }],
  ...rideKeys({ rideId }),
];

/** An offer may have created or joined a ride, and is loaded with its request. */
const offerKeys = () => all("offers", "rideRequests");

/** Names and read marks next to the messages are loaded with the conversations. */
const chatKeys = ({ conversationId }: { conversationId: string }): readonly EndpointKey[] => [
  ["GET /chat/conversations"],
  ["GET /chat/conversations/:conversationId"],
  ["GET /chat/unread-count"],
  ["GET /chat/conversations/:conversationId/messages", { params: { conversationId } }],
];

/** Maps each domain event to the queries it makes stale: the only module that knows both. */
const staleKeysByEvent: StaleKeysByEvent = {
  "seat-request.created": seatRequestKeys,
  "seat-request.accepted": (event) => [...seatRequestKeys(event), ...all("chat")],
  "seat-request.rejected": seatRequestKeys,
  "seat-request.withdrawn": seatRequestKeys,
  "seat-request.expired": seatRequestKeys,
  "seat-request.cancelled": (event) => [...seatRequestKeys(event), ...all("chat")],
  "seat-request.completed": seatRequestKeys,
  // Confirming a reserved seat makes the user a passenger.
  "seat-request.confirmed": (event) => [
    ...seatRequestKeys(event),
    ...all("chat"),
    ["GET /rides/:rideId/trip-safety", { params: { rideId: event.seatRequest.rideId } }],
  ],
  "standby.changed": (event) => [standbyKey(event), ...all("seatRequests"), ...rideKeys(event)],
  // Users who look for requests are informed by invalidations instead.
  "ride-requests.changed": () => [],
  "ride-request.posted": () => all("rideRequests"),
  "ride-request.changed": () => all("rideRequests"),
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
    ...all("rideSeries", "seatRequests"),
    standbyKey(event),
  ],
  "ride.cancelled": (event) => [
    ...all("rides", "rideSeries", "seatRequests", "offers"),
    standbyKey(event),
  ],
  // An alert counts on its saved search, which now also finds the ride.
  "notification.created": ({ notification }) =>
    notification.kind === "ride.alerted"
      ? [
          ...all("notifications", "notificationChannels", "savedSearches"),
          ["GET /rides/search"],
          ["GET /rides/search/days"],
        ]
      : all("notifications", "notificationChannels", "contentRemovals"),
  "notification.changed": () => all("notifications", "notificationChannels"),
  "saved-search.saved": () => all("savedSearches"),
  "saved-search.changed": () => all("savedSearches"),
  "chat.message-sent": chatKeys,
  "chat.message-delivered": chatKeys,
  "chat.message-read": chatKeys,
  "chat.conversation-changed": chatKeys,
  // Other drivers arrive with the map's cell updates.
  "active-driver.activated": () => [["GET /rides/active-drivers/me"]],
  "active-driver.ended": () => [["GET /rides/active-drivers/me"]],
  // Blocks affect the visibility of nearly everything.
  "block.changed": () => [[]],
  "community-event.changed": () => all("events"),
  "rating.changed": () => all("ratings"),
  // Ratings change what is shown next to a name.
  "rating.published": () => [...all("ratings", "rides"), ...ownProfiles],
  "rating.replied": () => all("ratings"),
  "trip-outcome.changed": () => [...all("tripOutcomes"), ["GET /rides/:rideId/contacts"]],
  "trip-outcome.disputed": () => [
    ...all("tripOutcomes", "seatRequests"),
    ["GET /rides/:rideId/contacts"],
  ],
  "trip-outcome.settled": () => [...all("tripOutcomes"), ["GET /rides/:rideId/contacts"]],
  "trip-safety.changed": ({ rideId }) => [
    ["GET /rides/:rideId/trip-safety", { params: { rideId } }],
  ],
  "trusted-contacts.changed": () => [...all("trustedContacts"), ["GET /rides/:rideId/trip-safety"]],
  // Marks are shown next to every name, and a group may require the mark.
  "trust-mark.changed": () => [
    ...all("trustMarks", "audiences", "rides", "groups", "groupManagement"),
    ...ownProfiles,
  ],
  // Rides may be for the members of a group.
  "group.membership-changed": () =>
    all("groups", "groupManagement", "audiences", "rides", "rideRequests"),
  // Not the audit log: each look at it is an entry of its own.
  "report.changed": () => [
    ["GET /moderation/role"],
    ["GET /moderation/reports"],
    ["GET /moderation/reports/:reportId"],
    ["GET /moderation/actions"],
    ["GET /moderation/people/:uid"],
    ["GET /moderation/report-statistics"],
  ],
  // The session handles its own end.
  "session.ended": () => [],
  // Broadcast as an invalidation, see below.
  "bulletin.changed": () => [],
  "community-settings.changed": () => [],
};

/** Queries that a broadcast invalidation makes stale. */
export const staleByInvalidation: Record<LiveInvalidation["about"], readonly EndpointKey[]> = {
  "ride-requests": [["GET /requests/nearby"]],
  bulletin: [["GET /bulletin"]],
};

/** Queries that a position of the driver makes stale. */
export const driverApproachKeys = ({ rideId }: { rideId: string }): readonly EndpointKey[] => [
  ["GET /rides/:rideId/driver-approach", { params: { rideId } }],
];

/** Queries that an event makes stale. */
export function staleKeysAfter<T extends DomainEvent["type"]>(
  event: Extract<DomainEvent, { type: T }>,
): readonly EndpointKey[] {
  // The server may be of a newer release than this page.
  if (!Object.hasOwn(staleKeysByEvent, event.type)) return [];
  const getStaleKeys: (event: Extract<DomainEvent, { type: T }>) => readonly EndpointKey[] =
    staleKeysByEvent[event.type];
  return getStaleKeys(event);
}

/** Removes duplicates and keys that another key includes. */
export function distinctKeys(keys: readonly EndpointKey[]): readonly EndpointKey[] {
  return keys.filter((key, index) =>
    keys.every(
      (otherKey, otherIndex) =>
        otherIndex === index ||
        !partialMatchKey(key, otherKey) ||
        (partialMatchKey(otherKey, key) && index < otherIndex),
    ),
  );
}
