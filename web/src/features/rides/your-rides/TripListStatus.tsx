import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";

/** The part of a query used here. */
interface ListQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isPaused: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Shown until all lists are there: loading, offline or failed. */
export function TripListStatus({ queries }: { queries: readonly ListQuery[] }) {
  const { t } = useLingui();
  const missing = queries.filter(({ data }) => data === undefined);
  const error = missing.find((query) => query.error)?.error;
  if (missing.some(({ isPaused }) => isPaused)) {
    return (
      <ErrorState
        title={t`You're offline`}
        message={t`These rides aren't stored on this device. They load when you're back online.`}
      />
    );
  }
  if (!error) return <SkeletonRideCards />;
  return (
    <ErrorState
      message={errorText(error, t`Couldn't load your rides. Check your connection and try again.`)}
      onRetry={() => void Promise.all(missing.map(({ refetch }) => refetch()))}
      retrying={missing.some(({ isFetching }) => isFetching)}
    />
  );
}
