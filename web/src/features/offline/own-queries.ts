import type { QueryKey } from "@tanstack/react-query";

/** What is a person's own by its name alone. */
const OWN: readonly QueryKey[] = [
  ["chat", "conversations"],
  ["chat", "messages"],
  ["chat", "wanted"],
  ["chat", "unread"],
  ["seat-requests"],
  ["ride-requests", "own"],
  ["ride-series", "own"],
  ["notices", "pages"],
  ["passages"],
  ["on-the-way"],
];

/**
 * Whether an answer is kept for reading without a network: a person's own conversations, requests and notices, and the
 * rides they host or are on, with what they need at the pickup and on the way (`asked` are the ids of those they asked for
 * seats on). Never what others do or offer.
 */
export function isOwn(key: QueryKey, data: unknown, uid: string, asked: ReadonlySet<string>): boolean {
  const [about, what, id, part] = key;
  // Of a conversation its end, not what a search opened.
  if (about === "chat" && what === "messages") return part === "newest";
  if (about === "rides" && (what === "of-host" || what === "hosted")) return id === uid;
  if (about === "rides" && what === "one") return typeof id === "string" && (asked.has(id) || hostOf(data) === uid);
  return OWN.some((own) => own.every((name, n) => key[n] === name));
}

const hostOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "hostId" in data ? data.hostId : undefined;

/** The ids of rides in what was asked for, however it is nested. */
export function ridesIn(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(ridesIn);
  if (typeof data !== "object" || data === null) return [];
  if ("rideId" in data && typeof data.rideId === "string") return [data.rideId];
  if ("pages" in data) return ridesIn(data.pages);
  return "items" in data ? ridesIn(data.items) : [];
}
