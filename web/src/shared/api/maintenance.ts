import type { QueryClient, QueryState } from "@tanstack/react-query";
import { isTransient, isProblem } from "./api-error.ts";

const MAX_RETRIES = 2;
const isPaused = ({ error }: Pick<QueryState, "error">): boolean => isProblem(error, "closed_for_now");

/** For queries that are asked by themselves: one that was told that the service is closed rests until `refetchPaused`. */
export const pauseDuringMaintenance = {
  enabled: ({ state }: { readonly state: Pick<QueryState, "error"> }): boolean => !isPaused(state),
  retry: (failures: number, error: Error): boolean =>
    failures < MAX_RETRIES && isTransient(error) && !isProblem(error, "closed_for_now"),
};

/** The service is open: whatever was refused while it was closed, and is shown, is read. */
export function refetchPaused(queries: QueryClient): void {
  const paused = queries.getQueryCache().findAll({ predicate: ({ state }) => isPaused(state) });
  for (const query of paused) if (query.getObserversCount() > 0) void query.fetch().catch(() => undefined);
}
