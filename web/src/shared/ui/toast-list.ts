/** What the toast layer shows. Types beyond the four named ones get the neutral look, as the specification says. */
export type ToastType = "success" | "error" | "info" | "warning" | "neutral";

export interface ToastInput {
  message: string;
  type?: ToastType | undefined;
  /** Milliseconds on screen; 3000 unless given. */
  durationMs?: number | undefined;
}

export interface ToastItem {
  id: number;
  message: string;
  type: ToastType;
  durationMs: number;
}

const TOAST_DURATION_MS = 3000;
/** Fixed by the specification; the style sheet's --d-toast-leave says the same. */
export const TOAST_LEAVE_MS = 300;
/** More than this on screen pushes the oldest out. */
const TOASTS_MAX = 5;

export interface ToastList {
  add: (toast: ToastInput) => void;
  remove: (id: number) => void;
  items: () => readonly ToastItem[];
  subscribe: (changed: () => void) => () => void;
}

/** A list of toasts that tells its subscribers of each change. */
export function toastList(): ToastList {
  let items: readonly ToastItem[] = [];
  let nextId = 1;
  const subscribers = new Set<() => void>();
  const set = (next: readonly ToastItem[]) => {
    items = next;
    for (const changed of subscribers) changed();
  };
  return {
    add: ({ message, type = "info", durationMs = TOAST_DURATION_MS }) =>
      set([...items, { id: nextId++, message, type, durationMs }].slice(-TOASTS_MAX)),
    remove: (id) => set(items.filter((item) => item.id !== id)),
    items: () => items,
    subscribe: (changed) => {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}
