import { createObservable } from "../../observable.ts";

let hostElement: HTMLElement | undefined;

/** Types with their own style (specification); any other is neutral. */
export type ToastType = "success" | "error" | "info" | "warning";

export interface ToastInput {
  message: string;
  type?: ToastType | (string & {}) | undefined;
  /** Milliseconds on screen; the default depends on the caller. */
  durationMs?: number | undefined;
  /** Optional action button. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastItem {
  id: number;
  message: string;
  type: string;
  durationMs: number;
  action?: ToastAction | undefined;
}

export interface ToastProps {
  item: ToastItem;
  onGone: () => void;
}

/** Specified duration of general toasts. */
const TOAST_DURATION_MS = 3000;
/** Specified duration of account toasts. */
export const ACCOUNT_TOAST_DURATION_MS = 5000;
/** Fixed by the specification; must match --d-toast-leave in the style sheet. */
export const TOAST_LEAVE_MS = 300;
/** More toasts than this remove the oldest. */
const TOASTS_MAX = 5;

export interface ToastList {
  add: (toast: ToastInput) => void;
  remove: (id: number) => void;
  /** Newest first, where it is visible at any window height. */
  items: () => readonly ToastItem[];
  subscribe: (changed: () => void) => () => void;
}

/** A list of toasts that notifies its subscribers. */
export function createToastList(): ToastList {
  const items = createObservable<readonly ToastItem[]>([]);
  let nextId = 1;
  return {
    add: ({ message, type = "info", durationMs = TOAST_DURATION_MS, action }) =>
      items.set(
        [
          {
            id: nextId++,
            message,
            type,
            durationMs,
            action,
          },
          ...items.get(),
        ].slice(0, TOASTS_MAX),
      ),
    remove: (id) => items.set(items.get().filter((item) => item.id !== id)),
    items: items.get,
    subscribe: items.subscribe,
  };
}

/** Container of the toasts. It moves into the topmost modal dialog, because everything outside is inert. */
export function toastHost(): HTMLElement {
  hostElement ??= document.createElement("div");
  return hostElement;
}

/** Call it after a modal dialog has opened and before one closes. */
export function moveToastsToFront(closingDialog?: HTMLElement): void {
  const host = toastHost();
  const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")].filter(
    (dialog) => dialog !== closingDialog,
  );
  const front = open.at(-1) ?? document.body;
  if (host.parentElement !== front) front.append(host);
  const layer = host.querySelector<HTMLElement>("[popover]");
  // Moving the element closes it; showing it again puts it above the dialog.
  if (layer?.showPopover && !layer.matches(":popover-open")) layer.showPopover();
}
