import type { QueryKey } from "@tanstack/react-query";

/** What is a person's own by its name alone. */
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
 * Whether an answer is kept for reading without a network: a person's own conversations, requests and notices, and the
 * rides they host or are on, with what they need at the pickup and on the way (`asked` are the ids of those they asked for
 * seats on). Never what others do or offer.
 */
export function isOwnQuery(key: QueryKey, data: unknown, uid: string, requestedRideIds: ReadonlySet<string>): boolean {
  const [group, kind, id, range] = key;
  // Of a conversation its end, not what a search opened.
  if (group === "chat" && kind === "messages") return range === "newest";
  if (group === "rides" && (kind === "of-host" || kind === "hosted")) return id === uid;
  if (group === "rides" && kind === "one")
    return typeof id === "string" && (requestedRideIds.has(id) || getHostId(data) === uid);
  return OWN_QUERY_KEYS.some((ownKey) => ownKey.every((name, n) => key[n] === name));
}

const getHostId = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "hostId" in data ? data.hostId : undefined;

/** The ids of rides in what was asked for, however it is nested. */
export function collectRideIds(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(collectRideIds);
  if (typeof data !== "object" || data === null) return [];
  if ("rideId" in data && typeof data.rideId === "string") return [data.rideId];
  if ("pages" in data) return collectRideIds(data.pages);
  return "items" in data ? collectRideIds(data.items) : [];
}
