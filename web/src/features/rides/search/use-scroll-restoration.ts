import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const KEY_PREFIX = "commonlane.scroll.";

/**
 * Stores the scroll positions of the page and of the panel around an element, and restores them on reload or back
 * navigation once the content is ready.
 */
export function useScrollRestoration(element: RefObject<HTMLElement | null>, ready: boolean): void {
  const { pathname } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  // Changing sort or filters replaces the URL, so the key contains the history index instead of the query.
  const storageKey = useRef(`${KEY_PREFIX}${historyIndex()}${pathname}`);
  const restored = useRef(!isBackNavigation);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const [page, panel] = readScroll(storageKey.current);
    scrollTo({ top: page, behavior: "instant" });
    findPanel(element.current)?.scrollTo({
      top: panel,
      behavior: "instant",
    });
  }, [element, ready]);
  useEffect(() => {
    const panel = findPanel(element.current);
    const saveScroll = () => {
      if (restored.current)
        writeScroll(storageKey.current, [Math.round(scrollY), Math.round(panel?.scrollTop ?? 0)]);
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
    // Without storage, only the scroll position is lost.
  }
}
