import { type Query, QueryClient } from "@tanstack/react-query";
import { isTransient } from "#shared/api/api-error.ts";

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

/** One cache per sign-in, so that no data reaches the next user. Only transient errors are retried. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
      },
      // Mutations fail immediately when offline, instead of running at some later time.
      mutations: {
        retry: false,
        networkMode: "always",
      },
    },
  });
  refetchIfInvalidatedDuringFirstLoad(client);
  return client;
}

/**
 * TanStack Query forgets an invalidation of a query that is loading for the first time, although the reply on its way
 * may have been made before the change.
 */
function refetchIfInvalidatedDuringFirstLoad(client: QueryClient): void {
  const invalidated = new WeakSet<Query>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { query, action } = event;
    const isFirstLoad = query.state.data === undefined && query.state.fetchStatus !== "idle";
    if (action.type === "invalidate" && isFirstLoad) invalidated.add(query);
    if (action.type === "success" && invalidated.delete(query))
      void client.invalidateQueries({
        queryKey: query.queryKey,
        exact: true,
      });
  });
}
