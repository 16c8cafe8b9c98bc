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
/** The cards of rides are higher, on every screen. */
const CARD_AT_LEAST_PX = 120;

/** How much of a list of cards is rendered. */
interface ListPart {
  /** False while only its beginning is. */
  readonly isComplete: boolean;
  /** Cards of the beginning: as far as the list was scrolled, and a window more. */
  readonly firstCards: number;
  /** Until the rest is there, the list is this high, so that the page can be scrolled to where it was. */
  readonly style: { readonly minHeight: number } | undefined;
}

/**
 * Renders a list in two parts: its beginning in the first picture, the rest in slices that taps can interrupt. For
 * screens whose scroll position the browser restores on back navigation.
 */
export function useListPart(element: RefObject<HTMLElement | null>): ListPart {
  const isRestored = useRef(true);
  return useBeginning(useSavedScroll(element, isRestored));
}

/**
 * As `useListPart`, and restores the scroll positions of the page and of the panel around the list on reload or back
 * navigation once it is ready. Shows everything at once if the list was scrolled beyond its beginning.
 */
export function useScrollRestoration(
  element: RefObject<HTMLElement | null>,
  ready: boolean,
): ListPart {
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const isRestored = useRef(!isBackNavigation);
  const saved = useSavedScroll(element, isRestored);
  const part = useBeginning(saved);
  const [isRestInView, setRestInView] = useState(false);
  useLayoutEffect(() => {
    if (!ready || isRestored.current) return;
    isRestored.current = true;
    scrollTo({ top: saved.page, behavior: "instant" });
    findPanel(element.current)?.scrollTo({ top: saved.panel, behavior: "instant" });
    const beginning = element.current?.lastElementChild?.getBoundingClientRect();
    setRestInView(beginning !== undefined && beginning.bottom < innerHeight / 2);
  }, [element, ready, saved]);
  return isRestInView ? { ...part, isComplete: true, style: undefined } : part;
}

function useBeginning({ page, panel, top }: SavedScroll): ListPart {
  const isComplete = useDeferredValue(true, false);
  const firstPx = Math.max(0, page + panel + innerHeight - top);
  return {
    isComplete,
    firstCards: Math.ceil(firstPx / CARD_AT_LEAST_PX),
    style: isComplete ? undefined : { minHeight: firstPx },
  };
}

interface SavedScroll {
  readonly page: number;
  readonly panel: number;
  /** How far the list is below the top of the page. */
  readonly top: number;
}

const NOT_SCROLLED: SavedScroll = { page: 0, panel: 0, top: 0 };

/** Stores how far the page is scrolled, once `isRestored`; returns how far it was. */
function useSavedScroll(
  element: RefObject<HTMLElement | null>,
  isRestored: RefObject<boolean>,
): SavedScroll {
  const { pathname } = useLocation();
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  // Changing sort or filters replaces the URL, so the key contains the history index instead of the query.
  const [key] = useState(() => `${KEY_PREFIX}${historyIndex()}${pathname}`);
  const [saved] = useState(() => (isBackNavigation ? readScroll(key) : NOT_SCROLLED));
  useEffect(() => {
    const panel = findPanel(element.current);
    const saveScroll = () => {
      if (!isRestored.current || !element.current) return;
      const panelTop = panel?.scrollTop ?? 0;
      const top = element.current.getBoundingClientRect().top + scrollY + panelTop;
      writeScroll(key, { page: scrollY, panel: panelTop, top });
    };
    addEventListener("scroll", saveScroll, { passive: true });
    panel?.addEventListener("scroll", saveScroll, { passive: true });
    return () => {
      removeEventListener("scroll", saveScroll);
      panel?.removeEventListener("scroll", saveScroll);
    };
  }, [element, isRestored, key]);
  return saved;
}

const findPanel = (element: HTMLElement | null) => element?.closest("section") ?? null;

function historyIndex(): number {
  const { state }: { state: unknown } = history;
  if (typeof state !== "object" || state === null || !("idx" in state)) return 0;
  return Number(state.idx);
}

function readScroll(key: string): SavedScroll {
  try {
    const [page, panel, top] = (sessionStorage.getItem(key) ?? "").split(",").map(Number);
    return { page: page || 0, panel: panel || 0, top: top || 0 };
  } catch {
    return NOT_SCROLLED;
  }
}

function writeScroll(key: string, { page, panel, top }: SavedScroll): void {
  try {
    sessionStorage.setItem(key, [page, panel, top].map(Math.round).join(","));
  } catch {
    // Without storage, only the scroll position is lost.
  }
}
