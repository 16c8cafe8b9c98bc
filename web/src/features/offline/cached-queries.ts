import type { QueryKey } from "@tanstack/react-query";

/** Queries that always hold the user's own data. */
const OWN_QUERY_KEYS: readonly QueryKey[] = [
  ["chat", "conversations"],
  ["chat", "messages"],
  ["chat", "wanted"],
  ["chat", "unread"],
  ["seat-requests"],
  ["ride-requests", "own"],
  ["ride-series", "own"],
  ["notifications", "pages"],
  ["trip-outcomes"],
  ["trip-safety"],
];

/**
 * True if a response is cached for offline use: the user's own conversations, requests and notifications, and the rides
 * they host or are on, with what they need at the pickup and on the trip (`requestedRideIds`: rides on which they
 * requested seats), and the ways home after these. Never data of other users.
 */
export function isOwnQuery(
  key: QueryKey,
  data: unknown,
  uid: string,
  requestedRideIds: ReadonlySet<string>,
): boolean {
  const [group, kind, id, range] = key;
  // Only the newest messages of a conversation, not those opened from a search.
  if (group === "chat" && kind === "messages") return range === "newest";
  if (group === "rides" && (kind === "of-host" || kind === "hosted")) return id === uid;
  if (group === "rides" && kind === "one")
    return typeof id === "string" && (requestedRideIds.has(id) || getHostId(data) === uid);
  if (group === "transit" && kind === "way-home")
    return typeof id === "string" && requestedRideIds.has(id);
  return OWN_QUERY_KEYS.some((ownKey) => ownKey.every((name, n) => key[n] === name));
}

const getHostId = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "hostId" in data ? data.hostId : undefined;

/** Ids of all rides in a response, however deeply nested. */
export function collectRideIds(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(collectRideIds);
  if (typeof data !== "object" || data === null) return [];
  if ("rideId" in data && typeof data.rideId === "string") return [data.rideId];
  if ("pages" in data) return collectRideIds(data.pages);
  return "items" in data ? collectRideIds(data.items) : [];
}
