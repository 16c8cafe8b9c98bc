import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { type PagedQuery, ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";

/** What is needed of a query to show a list of it. */
interface ListQuery {
  error: Error | null;
  refetch: () => unknown;
  isRefetching: boolean;
}

interface ItemListProps<T> {
  query: ListQuery;
  /** Nothing until they have come. */
  items: readonly T[] | undefined;
  empty: string;
  /** It is one list of several: that it is empty takes a line, not a picture. */
  isCompact?: boolean | undefined;
  children: (item: T) => ReactNode;
}

/** A list, with what is said while it comes, where it failed and where there is nothing. */
export function ItemList<T extends { id: string }>({ query, items, empty, isCompact, children }: ItemListProps<T>) {
  const { error, refetch, isRefetching } = query;
  if (!items && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!items) return <SkeletonCards />;
  if (items.length === 0) return isCompact ? <p className="text-ink-2">{empty}</p> : <EmptyState title={empty} />;
  return (
    <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
}

interface PagedListProps<T> extends Omit<ItemListProps<T>, "items"> {
  query: ListQuery & PagedQuery & { data: { pages: readonly { items: readonly T[] }[] } | undefined };
}

/** A list that grows. */
export function PagedList<T extends { id: string }>(props: PagedListProps<T>) {
  const { t } = useLingui();
  const { query } = props;
  return (
    <>
      <ItemList {...props} items={query.data?.pages.flatMap((page) => page.items)} />
      <ShowMore query={query}>{t`Show more`}</ShowMore>
    </>
  );
}
