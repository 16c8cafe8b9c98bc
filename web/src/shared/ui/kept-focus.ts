import { isFocusNobodys, KEPT_FOR_NOW } from "./nobodys-focus.ts";

/** So long others have to lead the focus themselves: back to a button, into what was opened, to a heading. */
const OTHERS_FIRST_MS = 60;
/** What can be told where one is when it has the focus. */
const AROUND =
  "li, ul, ol, article, section, form, fieldset, nav, main, dialog, [role=group], [role=region], [tabindex]";
const FOCUSABLE = "a, button, input, select, textarea, [tabindex]";
/** Toasts come and go by themselves, over whatever one is at. */
const OVERLAY = "[popover]";

interface Step {
  readonly element: HTMLElement;
  /** Which of its siblings it was. */
  readonly place: number;
}

/**
 * Keeps the focus near where it was when what had it vanishes: a card that was answered, a filter that was taken off, a row
 * that others removed. It goes to the item that took its place, else to what is left around it. Gives the way to end this.
 */
export function keepFocus(): () => void {
  let way: readonly Step[] = [];
  let underToasts: HTMLElement | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const last = way[0]?.element;
    if (target.closest(OVERLAY) && !last?.closest(OVERLAY)) underToasts = last;
    way = wayUp(target);
  };
  // Whoever presses beside everything means nothing, as long as what had the focus is still there.
  const letGo = () =>
    setTimeout(() => {
      if (waiting === undefined && isFocusNobodys() && way[0]?.element.isConnected) way = [];
    });
  const lead = () => {
    waiting = undefined;
    const had = way[0]?.element;
    if (!had || !isFocusNobodys()) return;
    const fromToast = way.some(({ element }) => element.matches(OVERLAY));
    // A row that only moved to another place lost it, too.
    const still = had.isConnected ? had : fromToast && underToasts?.isConnected ? underToasts : undefined;
    if (still) still.focus({ preventScroll: true });
    else nearest(way).find(takesFocus);
  };
  const watcher = new MutationObserver((changes) => {
    const had = way[0]?.element;
    if (had && isFocusNobodys() && wasTaken(had, changes)) waiting ??= setTimeout(lead, OTHERS_FIRST_MS);
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", letGo);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(waiting);
    watcher.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", letGo);
  };
}

/** Out of the page, for good or for a moment. */
const wasTaken = (had: HTMLElement, changes: readonly MutationRecord[]): boolean =>
  !had.isConnected || changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(had)));

function wayUp(from: HTMLElement): Step[] {
  const way: Step[] = [];
  for (let element: HTMLElement | null = from; element && element !== document.body; element = element.parentElement)
    way.push({ element, place: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return way;
}

/** What is left and may have the focus instead, the nearest first. */
function nearest(way: readonly Step[]): HTMLElement[] {
  return way.flatMap(({ element }, n) => {
    if (!element.isConnected) return [];
    const gone = way[n - 1];
    const next = gone && !gone.element.isConnected && gone.element.matches("li") ? itemAt(element, gone.place) : [];
    return element.matches(AROUND) ? [...next, element] : next;
  });
}

/** The item of a list that stands at a place now, or its last one. */
function itemAt(list: HTMLElement, place: number): HTMLElement[] {
  const items = [...list.children]
    .filter((child) => child instanceof HTMLElement)
    .filter((child) => child.matches("li"));
  return items.slice(Math.min(place, items.length - 1)).slice(0, 1);
}

function takesFocus(element: HTMLElement): boolean {
  const borrowed = !element.matches(FOCUSABLE);
  if (borrowed) element.tabIndex = -1;
  element.setAttribute(KEPT_FOR_NOW, "");
  const giveBack = () => {
    element.removeAttribute(KEPT_FOR_NOW);
    if (borrowed) element.removeAttribute("tabindex");
  };
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) {
    giveBack();
    return false;
  }
  element.addEventListener("blur", giveBack, { once: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: "nearest" });
  return true;
}
