import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { type PagedQuery, ShowMore } from "#shared/ui/ShowMore.tsx";
import { type LoadingQuery, NotLoaded } from "#shared/ui/NotLoaded.tsx";

interface ItemListProps<T> {
  query: LoadingQuery;
  /** Undefined while loading. */
  items: readonly T[] | undefined;
  emptyText: string;
  /** Shows an empty list as one line of text, for pages with several lists. */
  isCompact?: boolean | undefined;
  children: (item: T) => ReactNode;
}

/** A list with its loading, error and empty states. */
export function ItemList<T extends { id: string }>({
  query,
  items,
  emptyText,
  isCompact,
  children,
}: ItemListProps<T>) {
  if (!items) return <NotLoaded query={query} />;
  if (items.length === 0)
    return isCompact ? <p className="text-ink-2">{emptyText}</p> : <EmptyState title={emptyText} />;
  return (
    <ul className="grid divide-y divide-line overflow-hidden card">
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  );
}

interface PagedListProps<T> extends Omit<ItemListProps<T>, "items"> {
  query: LoadingQuery &
    PagedQuery & { data: { pages: readonly { items: readonly T[] }[] } | undefined };
}

/** A list with a "Show more" button. */
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
