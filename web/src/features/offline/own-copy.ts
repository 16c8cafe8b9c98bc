import type { QueryClient } from "@tanstack/react-query";
import { connection, onOffline } from "#shared/connection.ts";
import { CopyStore } from "./copy-store.ts";
import { isOwn, ridesIn } from "./own-queries.ts";

/** What is read together is written together. */
const GATHER_MS = 1000;

/**
 * Keeps on this device what one person has read of their own, and shows it again while there is no network. Gives back how
 * to stop. Rejects where the browser keeps nothing.
 */
export async function keepOwnCopy(queries: QueryClient, uid: string): Promise<() => void> {
  const store = await CopyStore.open(uid);
  const cache = queries.getQueryCache();
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    timer = undefined;
    const asked = new Set(
      cache.findAll({ queryKey: ["seat-requests", "own"] }).flatMap(({ state }) => ridesIn(state.data)),
    );
    const kept = [...changed].flatMap((hash) => {
      const query = cache.get(hash);
      if (!query || !isOwn(query.queryKey, query.state.data, uid, asked)) return [];
      return { hash, key: query.queryKey, data: query.state.data, updatedAt: query.state.dataUpdatedAt };
    });
    changed.clear();
    store.write(kept).catch(() => undefined);
  };
  const note = (hash: string) => {
    changed.add(hash);
    timer ??= setTimeout(write, GATHER_MS);
  };
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") note(event.query.queryHash);
  });
  for (const { queryHash, state } of cache.getAll()) if (state.status === "success") note(queryHash);

  const show = () => {
    if (connection() === "offline")
      void store.read().then(
        (kept) => restore(queries, kept),
        () => undefined,
      );
  };
  show();
  const stopHearing = onOffline(show);
  return () => {
    stopHearing();
    unsubscribe();
    clearTimeout(timer);
    store.close();
  };
}

/** Puts what was kept where nothing newer is. It stays for as long as the page, since it cannot be read again. */
function restore(queries: QueryClient, kept: Awaited<ReturnType<CopyStore["read"]>>): void {
  for (const { key, data, updatedAt } of kept) {
    const query = queries.getQueryCache().build(queries, { queryKey: key, gcTime: Infinity });
    if (query.state.dataUpdatedAt < updatedAt) query.setData(data, { updatedAt, manual: true });
  }
}
