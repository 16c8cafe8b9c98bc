import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "./Button.tsx";

interface ShortListProps<Item> {
  readonly items: readonly Item[];
  /** So many are shown at first. */
  readonly initialCount: number;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
  readonly className: string;
  readonly itemClassName?: string | undefined;
}

/** The first items of a list, and a button that shows all of them. */
export function ShortList<Item>({
  items,
  initialCount,
  keyOf,
  children,
  className,
  itemClassName,
}: ShortListProps<Item>) {
  const { t } = useLingui();
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const showAll = () => {
    setExpanded(true);
    // The button disappears when pressed, so focus moves to where the list continues.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`li:nth-child(${initialCount + 1})`)?.focus(),
    );
  };
  return (
    <>
      <ul ref={list} className={className}>
        {(isExpanded ? items : items.slice(0, initialCount)).map((item) => (
          <li key={keyOf(item)} tabIndex={-1} className={itemClassName}>
            {children(item)}
          </li>
        ))}
      </ul>
      {!isExpanded && items.length > initialCount && (
        <Button variant="line" className="justify-self-start" onClick={showAll}>
          {t`Show all ${items.length}`}
        </Button>
      )}
    </>
  );
}
