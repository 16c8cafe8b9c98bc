import { useLingui } from "@lingui/react/macro";
import { createContext, use, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { countdown, type Countdown } from "./countdown.ts";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";
import {
  TOAST_LEAVE_MS,
  toastList,
  type ToastInput,
  type ToastItem,
  type ToastList,
  type ToastType,
} from "./toast-list.ts";

const ToastContext = createContext<ToastList | undefined>(undefined);

/** Shows a short message at the top right. Throws outside its provider. */
export function useToast(): (toast: ToastInput) => void {
  const list = use(ToastContext);
  if (!list) throw new Error("useToast needs a ToastProvider above it.");
  return list.add;
}

/** Holds the toasts of the app and draws them above everything else. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [list] = useState(toastList);
  return (
    <ToastContext value={list}>
      {children}
      <ToastLayer list={list} />
    </ToastContext>
  );
}

function ToastLayer({ list }: { list: ToastList }) {
  const { t } = useLingui();
  const items = useSyncExternalStore(list.subscribe, list.items);
  const layer = useRef<HTMLElement>(null);
  const newest = items.at(-1)?.id;
  useEffect(() => {
    // A popover that is shown again comes to the front, so a toast is seen above an open dialog too.
    if (!layer.current?.showPopover) return;
    if (layer.current.matches(":popover-open")) layer.current.hidePopover();
    if (newest !== undefined) layer.current.showPopover();
  }, [newest]);
  return (
    <section
      ref={layer}
      popover="manual"
      aria-label={t`Notifications`}
      className="pointer-events-none inset-auto overflow-visible end-0 top-0 z-50 m-0 w-full max-w-[400px] bg-transparent p-3 text-ink sm:top-2"
    >
      <ol aria-live="polite" aria-relevant="additions" className="grid gap-2">
        {items.map((item) => (
          <Toast key={item.id} item={item} onGone={() => list.remove(item.id)} />
        ))}
      </ol>
    </section>
  );
}

const looks: Record<ToastType, { icon: IconName; className: string }> = {
  success: { icon: "check-circle", className: "bg-ok-soft text-ok" },
  error: { icon: "error", className: "bg-bad-soft text-bad" },
  info: { icon: "info", className: "bg-info-soft text-info" },
  warning: { icon: "alert", className: "bg-warn-soft text-warn" },
  neutral: { icon: "bell", className: "bg-sunken text-ink-2" },
};

function Toast({ item, onGone }: { item: ToastItem; onGone: () => void }) {
  const { t } = useLingui();
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<Countdown>(undefined);
  useEffect(() => {
    timer.current = countdown(item.durationMs, () => setLeaving(true));
    return () => timer.current?.stop();
  }, [item.durationMs]);
  useEffect(() => {
    if (!leaving) return undefined;
    const gone = countdown(TOAST_LEAVE_MS, onGone);
    return () => gone.stop();
  }, [leaving, onGone]);
  const look = looks[item.type];
  const hold = () => timer.current?.pause();
  const goOn = () => timer.current?.resume();
  return (
    <li
      data-leaving={leaving || undefined}
      data-type={item.type}
      onClick={onGone}
      onPointerEnter={hold}
      onPointerLeave={goOn}
      onFocus={hold}
      onBlur={goOn}
      className="toast pointer-events-auto flex cursor-pointer items-start gap-3 rounded-md border border-line bg-surface p-3 shadow-3"
    >
      <span className={cx("grid size-8 shrink-0 place-items-center rounded-full", look.className)}>
        <Icon name={look.icon} />
      </span>
      <p
        role={item.type === "error" ? "alert" : undefined}
        className="min-w-0 flex-1 pt-1 text-sm font-medium wrap-anywhere"
      >
        {item.message}
      </p>
      <button
        type="button"
        aria-label={t`Close notification`}
        className="-my-1 -me-1 grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
      >
        <Icon name="close" className="size-4" />
      </button>
    </li>
  );
}
