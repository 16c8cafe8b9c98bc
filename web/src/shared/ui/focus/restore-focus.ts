/** Marks an element focused as a fallback; other code may move the focus away from it. */
const PROVISIONAL_FOCUS = "data-kept-focus";

/** Time that other code has to move the focus itself: to a button, an opened element or a heading. */
const RESTORE_DELAY_MS = 60;
/** Containers that describe the position when they have the focus. */
const CONTAINERS =
  "li, ul, ol, article, section, form, fieldset, nav, main, dialog, [role=group], [role=region], [tabindex]";
const FOCUSABLE = "a, button, input, select, textarea, [tabindex]";
/** Toasts appear and disappear on their own, above any content. */
const OVERLAY = "[popover]";

interface Step {
  readonly element: HTMLElement;
  /** Index among its siblings. */
  readonly index: number;
}

/**
 * Keeps the focus near its position when the focused element disappears: an answered card, a removed filter, a deleted
 * row. Moves it to the item that took its place, or else to the nearest remaining container. Returns a function that
 * stops this.
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
  // A click on an empty area is ignored while the focused element still exists.
  const clearOnBlur = () =>
    setTimeout(() => {
      if (restoreTimer === undefined && isFocusUnowned() && path[0]?.element.isConnected) path = [];
    });
  const restore = () => {
    restoreTimer = undefined;
    const lost = path[0]?.element;
    if (!lost || !isFocusUnowned()) return;
    const fromToast = path.some(({ element }) => element.matches(OVERLAY));
    // An element that was only moved also lost the focus.
    if (lost.isConnected) lost.focus({ preventScroll: true });
    else if (fromToast && beforeToasts?.isConnected) beforeToasts.focus({ preventScroll: true });
    else [...findHeadings(lost), ...findFallbacks(path)].find(tryFocus);
  };
  const watcher = new MutationObserver((changes) => {
    const lost = path[0]?.element;
    if (lost && isFocusUnowned() && wasRemoved(lost, changes))
      restoreTimer ??= setTimeout(restore, RESTORE_DELAY_MS);
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", clearOnBlur);
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
  });
  return () => {
    clearTimeout(restoreTimer);
    watcher.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", clearOnBlur);
  };
}

/** True if removed from the page, permanently or temporarily. */
function wasRemoved(lost: HTMLElement, changes: readonly MutationRecord[]): boolean {
  return (
    !lost.isConnected ||
    changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
  );
}

function pathToRoot(start: HTMLElement): Step[] {
  const path: Step[] = [];
  for (
    let element: HTMLElement | null = start;
    element && element !== document.body;
    element = element.parentElement
  )
    path.push({
      element,
      index: [...(element.parentElement?.children ?? [])].indexOf(element),
    });
  return path;
}

/** For the heading of a page that was loading, the one that took its place. */
function findHeadings(lost: HTMLElement): HTMLElement[] {
  if (!lost.matches("h1")) return [];
  const headings = [...document.querySelectorAll<HTMLElement>("main h1")];
  return headings.filter((heading) => heading.checkVisibility());
}

/** Remaining elements that can take the focus, nearest first. */
function findFallbacks(path: readonly Step[]): HTMLElement[] {
  return path.flatMap(({ element }, n) => {
    if (!element.isConnected) return [];
    const child = path[n - 1];
    const next =
      child && !child.element.isConnected && child.element.matches("li")
        ? itemAt(element, child.index)
        : [];
    return element.matches(CONTAINERS) ? [...next, element] : next;
  });
}

/** The item now at this index of a list, or its last one. */
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

/** True if no element chosen by the user has the focus. */
export function isFocusUnowned(): boolean {
  const { activeElement: focused, body } = document;
  return focused === null || focused === body || focused.hasAttribute(PROVISIONAL_FOCUS);
}
