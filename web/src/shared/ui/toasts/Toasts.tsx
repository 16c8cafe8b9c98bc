import { useLingui } from "@lingui/react/macro";
import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { whenIdle } from "../../when-idle.ts";
import {
  ACCOUNT_TOAST_DURATION_MS,
  createToastList,
  moveToastsToFront,
  toastHost,
  type ToastInput,
  type ToastList,
  type ToastProps,
} from "./toast-list.ts";

/** Context without the layer that renders the toasts, which needs a document. */
export const ToastContext = createContext<ToastList | undefined>(undefined);

/** Shows a short message at the top right, for 3 s by default. Throws outside its provider. */
export function useToast(): (toast: ToastInput) => void {
  const list = use(ToastContext);
  if (!list) throw new Error("useToast needs a ToastProvider above it.");
  return list.add;
}

/** The same for account messages (codes, passwords, e-mails), for 5 s by default. */
export function useAccountToast(): (toast: ToastInput) => void {
  const show = useToast();
  return (toast) =>
    show({
      durationMs: ACCOUNT_TOAST_DURATION_MS,
      ...toast,
    });
}

/** Holds the toasts of the app and renders them above everything else. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [list] = useState(createToastList);
  return (
    <ToastContext value={list}>
      {children}
      {createPortal(<ToastLayer list={list} />, toastHost())}
    </ToastContext>
  );
}

function ToastLayer({ list }: { list: ToastList }) {
  const { t } = useLingui();
  const items = useSyncExternalStore(list.subscribe, list.items);
  const [ToastView, setToastView] = useState<ComponentType<ToastProps>>(() => PlainToast);
  const isNeeded = items.length > 0;
  useEffect(() => {
    const load = () =>
      import("./Toast.tsx").then(
        ({ Toast }) => setToastView(() => Toast),
        () => undefined,
      );
    if (isNeeded) void load();
    else whenIdle(load);
  }, [isNeeded]);
  // Always present, even if empty: screen readers announce only additions to a region that they know.
  useLayoutEffect(() => moveToastsToFront(), []);
  return (
    <section
      popover="manual"
      aria-label={t`Status messages`}
      className="pointer-events-none inset-auto end-0 top-0 z-50 m-0 w-full max-w-[424px] overflow-visible bg-transparent p-3 text-ink sm:top-2"
    >
      <ol aria-live="polite" aria-relevant="additions" className="grid gap-2">
        {items.map((item) => (
          <ToastView key={item.id} item={item} onGone={() => list.remove(item.id)} />
        ))}
      </ol>
    </section>
  );
}

/** Text of a toast until the full component, which no page loads initially, has arrived. */
function PlainToast({ item, onGone }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onGone, item.durationMs);
    return () => clearTimeout(timer);
  }, [item, onGone]);
  return (
    <li
      onClick={onGone}
      className="toast pointer-events-auto rounded-md border border-line bg-surface p-3 shadow-3"
    >
      {item.message}
    </li>
  );
}
