import type { QueryClient, QueryState } from "@tanstack/react-query";
import { isTransient, isProblem } from "./api-error.ts";

const MAX_RETRIES = 2;
const isPaused = ({ error }: Pick<QueryState, "error">): boolean =>
  isProblem(error, "closed_for_now");

/** Options for automatic queries: after a maintenance reply they pause until `refetchPaused`. */
export const pauseDuringMaintenance = {
  enabled: ({ state }: { readonly state: Pick<QueryState, "error"> }): boolean => !isPaused(state),
  retry: (failures: number, error: Error): boolean =>
    failures < MAX_RETRIES && isTransient(error) && !isProblem(error, "closed_for_now"),
};

/** After maintenance: refetches visible queries that failed because of it. */
export function refetchPaused(queries: QueryClient): void {
  const paused = queries.getQueryCache().findAll({ predicate: ({ state }) => isPaused(state) });
  for (const query of paused)
    if (query.getObserversCount() > 0) void query.fetch().catch(() => undefined);
}
