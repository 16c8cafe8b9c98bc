import type { QueryClient } from "@tanstack/react-query";
import { connectionStatus, onOfflineChange } from "#shared/connection/connection-status.ts";
import type { EndpointKey } from "#shared/api/query-keys.ts";
import { OfflineStore } from "./offline-store.ts";
import { isOwnQuery, collectRideIds } from "./cached-queries.ts";

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
