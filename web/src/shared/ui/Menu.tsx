import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";
import { pressedKey } from "./keyboard.ts";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  /** The menu stays open, because the item changes a value that it shows. */
  keepsOpen?: boolean;
  /** Marks a destructive action. */
  danger?: boolean;
}

interface MenuProps {
  /** Accessible name of the button that opens it. */
  label: string;
  trigger: ReactNode;
  triggerClassName?: string | undefined;
  /** Shown above the items, such as the signed-in user. */
  header?: ReactNode;
  items: readonly MenuItem[];
}

/** A menu below a button. Arrow keys, Home and End move; Escape, Tab and a click outside close it. */
export function Menu({ label, trigger, triggerClassName, header, items }: MenuProps) {
  const menuId = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const closeAndReturn = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
        className={triggerClassName}
      >
        {trigger}
      </button>
      {open && (
        <div className="absolute end-0 top-full z-40 mt-2 w-64 overflow-hidden rounded-md border border-line bg-surface shadow-3">
          {header && <div className="border-b border-line px-4 py-3">{header}</div>}
          <MenuItems
            id={menuId}
            label={label}
            items={items}
            onReturn={closeAndReturn}
            onLeave={() => setOpen(false)}
          />
        </div>
      )}
    </div>
  );
}

interface MenuItemsProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  /** Closes the menu and returns the focus to its button. */
  onReturn: () => void;
  /** Closes the menu because the focus moves elsewhere. */
  onLeave: () => void;
}

function MenuItems({ id, label, items, onReturn, onLeave }: MenuItemsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(), []);
  const onKey = (event: KeyboardEvent) => {
    if (pressedKey(event) === "Tab") onLeave();
    else if (pressedKey(event) === "Escape") {
      // Escape closes only the menu, not a dialog around it.
      event.preventDefault();
      onReturn();
    } else if (moveFocus(list.current, pressedKey(event))) event.preventDefault();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKey}
      className="grid p-1.5"
    >
      {items.map((item, n) => (
        <button
          // Not the label, which may change while the item has the focus.
          key={n}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            if (!item.keepsOpen) onReturn();
            item.onSelect();
          }}
          className={cx(
            "flex min-h-11 items-center gap-3 rounded-sm px-3 text-start font-medium -outline-offset-2 hover:bg-sunken",
            item.danger && "text-bad",
          )}
        >
          {item.icon && <Icon name={item.icon} />}
          {item.label}
        </button>
      ))}
    </div>
  );
}

/** Moves between the items by arrow keys, Home and End; returns whether the key was one of them. */
function moveFocus(list: HTMLElement | null, key: string): boolean {
  const items = [...(list?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: -1,
  };
  const target = targets[key];
  if (target === undefined) return false;
  items.at(target % items.length)?.focus();
  return true;
}
