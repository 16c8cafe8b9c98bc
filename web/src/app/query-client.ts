import { QueryClient } from "@tanstack/react-query";
import { isTransient } from "#shared/api/api-error.ts";

const STALE_AFTER_MS = 30_000;
const MAX_RETRIES = 2;

/** One cache per sign-in: what one person was shown never reaches the next. Only failures that may pass are tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: (failures, error) => failures < MAX_RETRIES && isTransient(error) },
      // Without a line a decision fails at once and says so, instead of happening some time later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
