import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const KEPT = "commonlane.scroll.";

/**
 * Keeps how far the page and the panel around an element are scrolled, and comes back to it, once there is something to
 * show, for whoever goes back or loads the page again.
 */
export function useKeptScroll(element: RefObject<HTMLElement | null>, ready: boolean): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === NavigationType.Pop;
  // How a list is shown changes the address in place, so the step of the history names the list.
  const step = useRef(`${KEPT}${stepNumber()}${pathname}`);
  const restored = useRef(!back);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const [page, panel] = read(step.current);
    scrollTo({ top: page, behavior: "instant" });
    panelAround(element.current)?.scrollTo({ top: panel, behavior: "instant" });
  }, [element, ready]);
  useEffect(() => {
    const panel = panelAround(element.current);
    const keep = () => {
      if (restored.current) write(step.current, [Math.round(scrollY), Math.round(panel?.scrollTop ?? 0)]);
    };
    addEventListener("scroll", keep, { passive: true });
    panel?.addEventListener("scroll", keep, { passive: true });
    return () => {
      removeEventListener("scroll", keep);
      panel?.removeEventListener("scroll", keep);
    };
  }, [element]);
}

const panelAround = (element: HTMLElement | null) => element?.closest("section") ?? null;

function stepNumber(): number {
  const { state }: { state: unknown } = history;
  if (typeof state !== "object" || state === null || !("idx" in state)) return 0;
  return Number(state.idx);
}

function read(key: string): [page: number, panel: number] {
  try {
    const [page, panel] = (sessionStorage.getItem(key) ?? "").split(",").map(Number);
    return [page || 0, panel || 0];
  } catch {
    return [0, 0];
  }
}

function write(key: string, positions: [page: number, panel: number]): void {
  try {
    sessionStorage.setItem(key, positions.join(","));
  } catch {
    // A full or forbidden storage only costs the way back.
  }
}
