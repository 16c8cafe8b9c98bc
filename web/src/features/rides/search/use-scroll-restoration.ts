import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

const KEY_PREFIX = "commonlane.scroll.";

/** How much of a list is rendered. */
interface RenderedPart {
  /** False while only its beginning is. */
  readonly isComplete: boolean;
  /** The beginning: as far as the page is scrolled, and a window more. */
  readonly firstPx: number;
}

/**
 * Stores the scroll positions of the page and of the panel around an element, and restores them on reload or back
 * navigation once the content is ready. A list that mounts with its content shows its beginning in the first picture
 * and the rest in the next; at once, if it is scrolled beyond the beginning.
 */
export function useScrollRestoration(
  element: RefObject<HTMLElement | null>,
  ready: boolean,
): RenderedPart {
  const { pathname } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const [saved] = useState(() => {
    // Changing sort or filters replaces the URL, so the key contains the history index instead of the query.
    const key = `${KEY_PREFIX}${historyIndex()}${pathname}`;
    const [page, panel] = isBackNavigation ? readScroll(key) : [0, 0];
    return {
      key,
      page,
      panel,
      firstPx: page + panel + innerHeight,
    };
  });
  const restored = useRef(!isBackNavigation);
  const [isRestInView, setRestInView] = useState(false);
  const isRestShown = useDeferredValue(true, false);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    scrollTo({ top: saved.page, behavior: "instant" });
    findPanel(element.current)?.scrollTo({
      top: saved.panel,
      behavior: "instant",
    });
    const beginning = element.current?.lastElementChild?.getBoundingClientRect();
    setRestInView(beginning !== undefined && beginning.bottom < innerHeight / 2);
  }, [element, ready, saved]);
  useEffect(() => {
    const panel = findPanel(element.current);
    const saveScroll = () => {
      if (restored.current)
        writeScroll(saved.key, [Math.round(scrollY), Math.round(panel?.scrollTop ?? 0)]);
    };
    addEventListener("scroll", saveScroll, { passive: true });
    panel?.addEventListener("scroll", saveScroll, { passive: true });
    return () => {
      removeEventListener("scroll", saveScroll);
      panel?.removeEventListener("scroll", saveScroll);
    };
  }, [element, saved]);
  return {
    isComplete: isRestShown || isRestInView,
    firstPx: saved.firstPx,
  };
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
