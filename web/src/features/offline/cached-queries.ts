import type { Query } from "@tanstack/react-query";
import type { EndpointName } from "#shared/api/query-keys.ts";

/** Endpoints that reply with the user's own data only. */
const OWN_DATA: ReadonlySet<unknown> = new Set<EndpointName>([
  "GET /chat/conversations",
  "GET /chat/conversations/:conversationId",
  "POST /chat/conversations",
  "GET /chat/unread-count",
  "GET /rides/:rideId/requests",
  "GET /rides/incoming-requests",
  "GET /rides/my-requests",
  "GET /requests/my",
  "GET /rides/series",
  "GET /notifications",
  "GET /rides/:rideId/trip-outcomes",
  "GET /rides/:rideId/contacts",
  "GET /rides/:rideId/trip-safety",
]);

/** A query as the cache holds it; its meta may name the ride whose passengers need the reply (`neededOnRide`). */
export type CachedQuery = Pick<Query, "queryKey" | "meta"> & {
  readonly state: { readonly data: unknown };
};

/**
 * True if a response is cached for offline use: the user's own conversations, requests and notifications, and the rides
 * they host or are on, with what they need at the pickup and on the trip (`requestedRideIds`: rides on which they
 * requested seats), and the ways home after these. Never data of other users.
 */
export function isOwnQuery(
  { queryKey: [name, input], meta, state }: CachedQuery,
  uid: string,
  requestedRideIds: ReadonlySet<string>,
): boolean {
  const rideId = getInput(input, "params", "rideId") ?? meta?.["neededOnRide"];
  switch (name) {
    // Only the newest messages of a conversation, not those opened from a search.
    case "GET /chat/conversations/:conversationId/messages":
      return getInput(input, "query", "around") === undefined;
    case "GET /rides/my/:uid":
      return getInput(input, "params", "uid") === uid;
    case "GET /rides/:rideId":
      return isIn(requestedRideIds, rideId) || getField(state.data, "hostId") === uid;
    case "GET /transit/connections":
      return isIn(requestedRideIds, rideId);
    default:
      return OWN_DATA.has(name);
  }
}

const isIn = (ids: ReadonlySet<string>, id: unknown): boolean =>
  typeof id === "string" && ids.has(id);

function getInput(input: unknown, part: "params" | "query", field: string): unknown {
  return getField(getField(input, part), field);
}

const getField = (value: unknown, field: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined;

/** Ids of all rides in a response, however deeply nested. */
export function collectRideIds(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(collectRideIds);
  if (typeof data !== "object" || data === null) return [];
  if ("rideId" in data && typeof data.rideId === "string") return [data.rideId];
  if ("pages" in data) return collectRideIds(data.pages);
  return "items" in data ? collectRideIds(data.items) : [];
}
