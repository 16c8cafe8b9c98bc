import { useEffect, useRef, type RefObject } from "react";

/** Gives the focus to what `selector` finds inside the returned element once `open` has ended, where nothing else took it. */
export function useReturnFocus<E extends HTMLElement>(open: boolean, selector: string): RefObject<E | null> {
  const root = useRef<E>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>(selector)?.focus();
    wasOpen.current = open;
  }, [open, selector]);
  return root;
}
