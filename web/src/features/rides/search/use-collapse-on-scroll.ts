import { type RefObject, useEffect, useState } from "react";

/** Smaller movements are no intention: a trembling finger, or the browser's own correction. */
const MIN_SCROLL_PX = 8;

/**
 * True while the page scrolls down and the element sticks to the top; false as soon as it scrolls up or the element is
 * back at its own place.
 */
export function useCollapseOnScroll(element: RefObject<HTMLElement | null>): boolean {
  const [isCollapsed, setCollapsed] = useState(false);
  useEffect(() => {
    let lastY = scrollY;
    const onScroll = () => {
      const movedPx = scrollY - lastY;
      if (Math.abs(movedPx) < MIN_SCROLL_PX) return;
      lastY = scrollY;
      setCollapsed(movedPx > 0 && isStuck(element.current));
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [element]);
  return isCollapsed;
}

/** A sticky element sticks once its parent, of which it is the first child, has moved above it. */
function isStuck(element: HTMLElement | null): boolean {
  if (!element?.parentElement) return false;
  return element.parentElement.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(element).top);
}
