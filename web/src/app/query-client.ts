import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "#shared/api-error.ts";

const STALE_MS = 30_000;
const RETRIES = 2;

/** One cache per sign-in: what one person was shown never reaches the next. Only failures that may pass are tried again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: (failures, error) => failures < RETRIES && isPassing(error) },
      // Without a line a decision fails at once and says so, instead of happening some time later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
