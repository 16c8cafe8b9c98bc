import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "#shared/api/api-error.ts";

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

/** One cache per sign-in, so that no data reaches the next user. Only transient errors are retried. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: (failures, error) => failures < MAX_RETRIES && isTransient(error) },
      // Mutations fail immediately when offline, instead of running at some later time.
      mutations: { retry: false, networkMode: "always" },
    },
  });
