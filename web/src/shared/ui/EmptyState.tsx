import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface EmptyStateProps {
  title: string;
  /** Suggested next step, so that an empty list is not a dead end. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx("grid justify-items-center gap-2 px-4 py-10 text-center", className)}>
      <svg
        viewBox="0 0 96 40"
        aria-hidden="true"
        className="mb-2 h-12 rtl:-scale-x-100"
        fill="none"
        strokeLinecap="round"
      >
        <path
          d="M12 30C26 4 44 40 58 22S80 10 84 10"
          stroke="var(--c-edge)"
          strokeWidth="3"
          strokeDasharray=".1 7"
        />
        <circle
          cx="12"
          cy="30"
          r="5"
          stroke="var(--c-route)"
          strokeWidth="3.5"
          fill="var(--c-surface)"
        />
        <circle
          cx="84"
          cy="10"
          r="5.500"
          stroke="var(--c-edge)"
          strokeWidth="3"
          fill="var(--c-surface)"
        />
      </svg>
      <h2 className="text-xl font-bold tracking-[-.015em]">{title}</h2>
      {children && <div className="max-w-[44ch] text-ink-2">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
