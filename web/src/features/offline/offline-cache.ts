import type { Query, QueryClient } from "@tanstack/react-query";
import type { EndpointKey, EndpointName } from "#shared/api/query-keys.ts";
import { connectionStatus, onOfflineChange } from "#shared/connection/connection-status.ts";
import { OfflineStore } from "./offline-store.ts";

const OWN_SEAT_REQUESTS: EndpointKey = ["GET /rides/my-requests"];

/** Responses that arrive together are written together. */
const WRITE_DELAY_MS = 1000;

/**
 * Stores the responses that the user has read on this device and restores them while offline. Returns a function that
 * stops it. Rejects if the browser has no storage.
 */
export async function startOfflineCache(queries: QueryClient, uid: string): Promise<() => void> {
  const store = await OfflineStore.open(uid);
  const cache = queries.getQueryCache();
  const changedHashes = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    timer = undefined;
    const requestedRideIds = new Set(
      cache
        .findAll({ queryKey: OWN_SEAT_REQUESTS })
        .flatMap(({ state }) => collectRideIds(state.data)),
    );
    const entries = [...changedHashes].flatMap((hash) => {
      const query = cache.get(hash);
      if (!query || !isOwnQuery(query, uid, requestedRideIds)) return [];
      return {
        hash,
        key: query.queryKey,
        data: query.state.data,
        updatedAt: query.state.dataUpdatedAt,
      };
    });
    changedHashes.clear();
    store.write(entries).catch(() => undefined);
  };
  const markChanged = (hash: string) => {
    changedHashes.add(hash);
    timer ??= setTimeout(write, WRITE_DELAY_MS);
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success")
      markChanged(event.query.queryHash);
  });
  for (const { queryHash, state } of cache.getAll())
    if (state.status === "success") markChanged(queryHash);

  const restoreIfOffline = () => {
    if (connectionStatus() === "offline")
      void store.read().then(
        (entries) => restore(queries, entries),
        () => undefined,
      );
  };
  restoreIfOffline();
  const stopHearing = onOfflineChange(restoreIfOffline);
  return () => {
    stopHearing();
    unsubscribe();
    clearTimeout(timer);
    store.close();
  };
}

/**
 * Restores cached responses unless newer data is present. They stay until the page is closed, since they cannot be read
 * again offline.
 */
function restore(queries: QueryClient, entries: Awaited<ReturnType<OfflineStore["read"]>>): void {
  for (const { key, data, updatedAt } of entries) {
    const query = queries.getQueryCache().build(queries, {
      queryKey: key,
      gcTime: Infinity,
    });
    if (query.state.dataUpdatedAt < updatedAt)
      query.setData(data, {
        updatedAt,
        manual: true,
      });
  }
}

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
type CachedQuery = Pick<Query, "queryKey" | "meta"> & {
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
