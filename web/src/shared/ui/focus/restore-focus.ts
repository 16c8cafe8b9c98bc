import { isFocusUnowned, PROVISIONAL_FOCUS } from "./unowned-focus.ts";

/** So long others have to lead the focus themselves: back to a button, into what was opened, to a heading. */
const RESTORE_DELAY_MS = 60;
/** What can be told where one is when it has the focus. */
const CONTAINERS =
  "li, ul, ol, article, section, form, fieldset, nav, main, dialog, [role=group], [role=region], [tabindex]";
const FOCUSABLE = "a, button, input, select, textarea, [tabindex]";
/** Toasts come and go by themselves, over whatever one is at. */
const OVERLAY = "[popover]";

interface Step {
  readonly element: HTMLElement;
  /** Which of its siblings it was. */
  readonly index: number;
}

/**
 * Keeps the focus near where it was when what had it vanishes: a card that was answered, a filter that was taken off, a row
 * that others removed. It goes to the item that took its place, else to what is left around it. Gives the way to end this.
 */
export function startRestoringFocus(): () => void {
  let path: readonly Step[] = [];
  let beforeToasts: HTMLElement | undefined;
  let restoreTimer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const last = path[0]?.element;
    if (target.closest(OVERLAY) && !last?.closest(OVERLAY)) beforeToasts = last;
    path = pathToRoot(target);
  };
  // Whoever presses beside everything means nothing, as long as what had the focus is still there.
  const clearOnBlur = () =>
    setTimeout(() => {
      if (restoreTimer === undefined && isFocusUnowned() && path[0]?.element.isConnected) path = [];
    });
  const restore = () => {
    restoreTimer = undefined;
    const lost = path[0]?.element;
    if (!lost || !isFocusUnowned()) return;
    const fromToast = path.some(({ element }) => element.matches(OVERLAY));
    // A row that only moved to another place lost it, too.
    const survivor = lost.isConnected ? lost : fromToast && beforeToasts?.isConnected ? beforeToasts : undefined;
    if (survivor) survivor.focus({ preventScroll: true });
    else findFallbacks(path).find(tryFocus);
  };
  const watcher = new MutationObserver((changes) => {
    const lost = path[0]?.element;
    if (lost && isFocusUnowned() && wasRemoved(lost, changes)) restoreTimer ??= setTimeout(restore, RESTORE_DELAY_MS);
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", clearOnBlur);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(restoreTimer);
    watcher.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", clearOnBlur);
  };
}

/** Out of the page, for good or for a moment. */
const wasRemoved = (lost: HTMLElement, changes: readonly MutationRecord[]): boolean =>
  !lost.isConnected || changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));

function pathToRoot(from: HTMLElement): Step[] {
  const path: Step[] = [];
  for (let element: HTMLElement | null = from; element && element !== document.body; element = element.parentElement)
    path.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return path;
}

/** What is left and may have the focus instead, the nearest first. */
function findFallbacks(path: readonly Step[]): HTMLElement[] {
  return path.flatMap(({ element }, n) => {
    if (!element.isConnected) return [];
    const gone = path[n - 1];
    const next = gone && !gone.element.isConnected && gone.element.matches("li") ? itemAt(element, gone.index) : [];
    return element.matches(CONTAINERS) ? [...next, element] : next;
  });
}

/** The item of a list that stands at a place now, or its last one. */
function itemAt(list: HTMLElement, index: number): HTMLElement[] {
  const items = [...list.children]
    .filter((child) => child instanceof HTMLElement)
    .filter((child) => child.matches("li"));
  return items.slice(Math.min(index, items.length - 1)).slice(0, 1);
}

function tryFocus(element: HTMLElement): boolean {
  const isBorrowedTabIndex = !element.matches(FOCUSABLE);
  if (isBorrowedTabIndex) element.tabIndex = -1;
  element.setAttribute(PROVISIONAL_FOCUS, "");
  const undoMark = () => {
    element.removeAttribute(PROVISIONAL_FOCUS);
    if (isBorrowedTabIndex) element.removeAttribute("tabindex");
  };
  element.focus({ preventScroll: true });
  if (document.activeElement !== element) {
    undoMark();
    return false;
  }
  element.addEventListener("blur", undoMark, { once: true });
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: "nearest" });
  return true;
}
