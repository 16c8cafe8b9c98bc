import type { QueryClient, QueryState } from "@tanstack/react-query";
import { isPassing, isProblem } from "./api-error.ts";

const RETRIES = 2;
const isRefused = ({ error }: Pick<QueryState, "error">): boolean => isProblem(error, "closed_for_now");

/** For queries that are asked by themselves: one that was told that the service is closed rests until `askAgain`. */
export const restsWhileClosed = {
  enabled: ({ state }: { readonly state: Pick<QueryState, "error"> }): boolean => !isRefused(state),
  retry: (failures: number, error: Error): boolean =>
    failures < RETRIES && isPassing(error) && !isProblem(error, "closed_for_now"),
};

/** The service is open: whatever was refused while it was closed, and is shown, is read. */
export function askAgain(queries: QueryClient): void {
  const refused = queries.getQueryCache().findAll({ predicate: ({ state }) => isRefused(state) });
  for (const query of refused) if (query.getObserversCount() > 0) void query.fetch().catch(() => undefined);
}
