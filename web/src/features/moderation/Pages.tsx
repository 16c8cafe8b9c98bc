import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { type Growing, ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";

/** What is needed of an infinite query to show it. */
interface Paged<T> extends Growing {
  data: { pages: readonly { items: readonly T[] }[] } | undefined;
  refetch: () => unknown;
  isRefetching: boolean;
}

/** A list that grows, with what is said while it comes, where it failed and where there is nothing. */
export function Pages<T extends { id: string }>({
  query,
  empty,
  brief,
  children,
}: {
  query: Paged<T>;
  empty: string;
  /** It is one list of several: that it is empty takes a line, not a picture. */
  brief?: boolean;
  children: (item: T) => ReactNode;
}) {
  const { t } = useLingui();
  const { data, error, refetch, isRefetching } = query;
  if (!data && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!data) return <SkeletonCards />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return brief ? <p className="text-ink-2">{empty}</p> : <EmptyState title={empty} />;
  return (
    <>
      <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {items.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
      <ShowMore query={query}>{t`Show more`}</ShowMore>
    </>
  );
}
