import type { ReactElement } from "react";
import { ErrorState } from "./ErrorState.tsx";
import { SkeletonCards } from "./Skeleton.tsx";

/** A query as `useQuery` and `useInfiniteQuery` return it. */
export interface LoadingQuery {
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isFetching: boolean;
}

interface NotLoadedProps {
  readonly query: LoadingQuery;
  /** Shown while the data is on its way. */
  readonly placeholder?: ReactElement;
}

/**
 * Shown for what a query has not loaded: a placeholder, or the failure with a retry button.
 *
 * @example
 *   const groupQuery = useQuery(groupById(groupId));
 *   const group = groupQuery.data;
 *   if (!group) return <NotLoaded query={groupQuery} />;
 */
export function NotLoaded({ query, placeholder = <SkeletonCards /> }: NotLoadedProps) {
  const { error, refetch, isFetching } = query;
  if (!error) return placeholder;
  return (
    <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
  );
}
