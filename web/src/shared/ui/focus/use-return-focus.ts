import { type RefObject, useEffect, useRef } from "react";
import { isFocusUnowned } from "./restore-focus.ts";

/**
 * Moves the focus to the element that matches `selector` inside when `open` ends and the focused element is gone. Does
 * nothing if the focus was elsewhere on the page when `open` began.
 */
export function useReturnFocus<E extends HTMLElement>(
  open: boolean,
  selector: string,
): RefObject<E | null> {
  const root = useRef<E>(null);
  const wasOpen = useRef(open);
  const isFocusOurs = useRef(true);
  useEffect(() => {
    const { activeElement: focused, body } = document;
    if (open && !wasOpen.current)
      isFocusOurs.current = focused === body || root.current?.contains(focused) === true;
    if (!open && wasOpen.current && isFocusOurs.current && isFocusUnowned())
      root.current?.querySelector<HTMLElement>(selector)?.focus();
    wasOpen.current = open;
  }, [open, selector]);
  return root;
}
