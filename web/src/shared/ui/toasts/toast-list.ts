import { createObservable } from "../../observable.ts";

/** The types with a look of their own in the interface, by the specification; any other gets the neutral one. */
export type ToastType = "success" | "error" | "info" | "warning";

export interface ToastInput {
  message: string;
  type?: ToastType | (string & {}) | undefined;
  /** Milliseconds on screen; unless given, what is usual where the toast comes from. */
  durationMs?: number | undefined;
  /** Something that can be done about it. */
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

/** The specification's, for what the interface says. */
const TOAST_DURATION_MS = 3000;
/** The specification's, for what the accounts say. */
export const ACCOUNT_TOAST_DURATION_MS = 5000;
/** Fixed by the specification; the style sheet's --d-toast-leave says the same. */
export const TOAST_LEAVE_MS = 300;
/** More than this on screen pushes the oldest out. */
const TOASTS_MAX = 5;

export interface ToastList {
  add: (toast: ToastInput) => void;
  remove: (id: number) => void;
  /** The newest first, where it is seen whatever the window's height. */
  items: () => readonly ToastItem[];
  subscribe: (changed: () => void) => () => void;
}

/** A list of toasts that tells its subscribers of each change. */
export function createToastList(): ToastList {
  const items = createObservable<readonly ToastItem[]>([]);
  let nextId = 1;
  return {
    add: ({ message, type = "info", durationMs = TOAST_DURATION_MS, action }) =>
      items.set([{ id: nextId++, message, type, durationMs, action }, ...items.get()].slice(0, TOASTS_MAX)),
    remove: (id) => items.set(items.get().filter((item) => item.id !== id)),
    items: items.get,
    subscribe: items.subscribe,
  };
}
