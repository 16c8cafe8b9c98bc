import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const KEY_PREFIX = "commonlane.scroll.";

/**
 * Keeps how far the page and the panel around an element are scrolled, and comes back to it, once there is something to
 * show, for whoever goes back or loads the page again.
 */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, ready: boolean): void {
  const { pathname } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  // How a list is shown changes the address in place, so the step of the history names the list.
  const storageKey = useRef(`${KEY_PREFIX}${historyIndex()}${pathname}`);
  const restored = useRef(!isBackNavigation);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const [page, panel] = readScroll(storageKey.current);
    scrollTo({ top: page, behavior: "instant" });
    findPanel(element.current)?.scrollTo({ top: panel, behavior: "instant" });
  }, [element, ready]);
  useEffect(() => {
    const panel = findPanel(element.current);
    const saveScroll = () => {
      if (restored.current) writeScroll(storageKey.current, [Math.round(scrollY), Math.round(panel?.scrollTop ?? 0)]);
    };
    addEventListener("scroll", saveScroll, { passive: true });
    panel?.addEventListener("scroll", saveScroll, { passive: true });
    return () => {
      removeEventListener("scroll", saveScroll);
      panel?.removeEventListener("scroll", saveScroll);
    };
  }, [element]);
}

const findPanel = (element: HTMLElement | null) => element?.closest("section") ?? null;

function historyIndex(): number {
  const { state }: { state: unknown } = history;
  if (typeof state !== "object" || state === null || !("idx" in state)) return 0;
  return Number(state.idx);
}

function readScroll(key: string): [page: number, panel: number] {
  try {
    const [page, panel] = (sessionStorage.getItem(key) ?? "").split(",").map(Number);
    return [page || 0, panel || 0];
  } catch {
    return [0, 0];
  }
}

function writeScroll(key: string, positions: [page: number, panel: number]): void {
  try {
    sessionStorage.setItem(key, positions.join(","));
  } catch {
    // A full or forbidden storage only costs the way back.
  }
}
