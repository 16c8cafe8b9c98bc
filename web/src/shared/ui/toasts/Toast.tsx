import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { cx } from "../cx.ts";
import type { IconName } from "../icon-paths.ts";
import { Icon } from "../Icon.tsx";
import { TOAST_LEAVE_MS, type ToastProps } from "./toast-list.ts";

interface ToastStyle {
  icon: IconName;
  className: string;
}
const neutral = "bg-sunken text-ink-2";
const styles = new Map<string, ToastStyle>([
  [
    "success",
    {
      icon: "check-circle",
      className: "bg-ok-soft text-ok",
    },
  ],
  ["error", { icon: "error", className: "bg-bad-soft text-bad" }],
  ["info", { icon: "info", className: "bg-info-soft text-info" }],
  ["warning", { icon: "alert", className: neutral }],
]);
const defaultStyle: ToastStyle = {
  icon: "bell",
  className: neutral,
};

/** One toast, with its enter and leave animations. */
export function Toast({ item, onGone }: ToastProps) {
  const { t } = useLingui();
  const { leaving, hold, release } = useToastLifetime(item.durationMs, onGone);
  const style = styles.get(item.type) ?? defaultStyle;
  return (
    <li
      data-leaving={leaving || undefined}
      data-type={item.type}
      onClick={onGone}
      onPointerEnter={() => hold("pointer")}
      onPointerLeave={() => release("pointer")}
      onFocus={() => hold("focus")}
      onBlur={() => release("focus")}
      className="toast pointer-events-auto flex cursor-pointer items-start gap-3 rounded-md border border-line bg-surface p-3 shadow-3"
    >
      <span className={cx("grid size-8 shrink-0 place-items-center rounded-full", style.className)}>
        <Icon name={style.icon} />
      </span>
      <p
        role={item.type === "error" ? "alert" : undefined}
        className="min-w-0 flex-1 pt-1 text-sm font-medium wrap-anywhere"
      >
        {item.message}
      </p>
      {item.action && (
        <button
          type="button"
          onClick={item.action.onAction}
          className="-my-1 min-h-11 shrink-0 rounded-md px-2.5 text-sm font-semibold text-brand-ink underline underline-offset-4 hover:bg-sunken"
        >
          {item.action.label}
        </button>
      )}
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

/** Lifetime of a toast: paused while pointer or focus is on it, and ends with a short animation. */
function useToastLifetime(durationMs: number, onGone: () => void) {
  const [leaving, setLeaving] = useState(false);
  const timer = useRef<Countdown>(undefined);
  const holders = useRef(new Set<"pointer" | "focus">());
  const latestOnGone = useRef(onGone);
  useEffect(() => {
    latestOnGone.current = onGone;
  }, [onGone]);
  useEffect(() => {
    timer.current = countdown(durationMs, () => setLeaving(true));
    return () => timer.current?.stop();
  }, [durationMs]);
  useEffect(() => {
    if (!leaving) return undefined;
    const leaveTimer = countdown(TOAST_LEAVE_MS, () => latestOnGone.current());
    return () => leaveTimer.stop();
  }, [leaving]);
  const hold = (holder: "pointer" | "focus") => {
    holders.current.add(holder);
    timer.current?.pause();
  };
  const release = (holder: "pointer" | "focus") => {
    holders.current.delete(holder);
    if (holders.current.size === 0) timer.current?.resume();
  };
  return {
    leaving,
    hold,
    release,
  };
}

/** A timer that can be paused and resumed. Takes the time as an argument, so that tests control the clock. */
interface Countdown {
  pause: () => void;
  resume: () => void;
  stop: () => void;
}

interface Clock {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
}

const wallClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

export function countdown(ms: number, done: () => void, clock: Clock = wallClock): Countdown {
  let leftMs = ms;
  let startedAt = clock.now();
  let cancel: (() => void) | undefined = clock.after(leftMs, done);
  const halt = () => {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
  };
  return {
    pause: halt,
    resume: () => {
      if (cancel) return;
      startedAt = clock.now();
      cancel = clock.after(leftMs, done);
    },
    stop: halt,
  };
}
