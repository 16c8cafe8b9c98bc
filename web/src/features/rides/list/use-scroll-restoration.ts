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
 * Renders a list in two parts: its beginning in the first picture, the rest in slices that taps can interrupt. On reload
 * or back navigation it restores the scroll positions of the page and of the panel around the list once it is ready,
 * and shows everything at once if the list was scrolled beyond its beginning.
 */
export function useScrollRestoration(
  element: RefObject<HTMLElement | null>,
  ready = true,
): ListPart {
  const isBackNavigation = useNavigationType() === NavigationType.Pop;
  const isRestored = useRef(!isBackNavigation);
  const saved = useSavedScroll(element, isRestored);
  const part = useBeginning(saved);
  const [isRestInView, setRestInView] = useState(false);
  useLayoutEffect(() => {
    if (!ready || isRestored.current) return;
    isRestored.current = true;
    restoreScroll(element.current, saved);
    const beginning = element.current?.lastElementChild?.getBoundingClientRect();
    setRestInView(beginning !== undefined && beginning.bottom < innerHeight / 2);
  }, [element, ready, saved]);
  return isRestInView ? { ...part, isComplete: true, style: undefined } : part;
}

function restoreScroll(list: HTMLElement | null, { page, panel, top }: SavedScroll): void {
  if (!list || page + panel === 0) return;
  const panelElement = findPanel(list);
  // What is above the list may still load: cards in view are found again by how far they are below its top.
  const isListAtTop = page + panel >= top;
  const movedPx = isListAtTop ? topOf(list, panelElement) - top : 0;
  // On a phone, the panel is as high as its content, and the page scrolls.
  const [pageBy, panelBy] = panel > 0 ? [0, movedPx] : [movedPx, 0];
  scrollTo({ top: page + pageBy, behavior: "instant" });
  panelElement?.scrollTo({ top: panel + panelBy, behavior: "instant" });
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
      const top = topOf(element.current, panel);
      writeScroll(key, { page: scrollY, panel: panel?.scrollTop ?? 0, top });
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

const findPanel = (element: HTMLElement | null) => element?.closest("[data-panel]") ?? null;

/** How far an element is below the top of the page if nothing is scrolled. */
const topOf = (element: HTMLElement, panel: Element | null): number =>
  element.getBoundingClientRect().top + scrollY + (panel?.scrollTop ?? 0);

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

/** An address that was typed or followed opens at the top: it is not the one that was first in this tab before. */
const [documentLoad] = performance.getEntriesByType("navigation");
if (documentLoad && "type" in documentLoad && documentLoad.type === "navigate")
  writeScroll(`${KEY_PREFIX}0${location.pathname}`, NOT_SCROLLED);
