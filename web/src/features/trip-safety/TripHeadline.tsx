import type { ReactNode } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";

interface TripHeadlineProps {
  icon: IconName;
  tone?: "ok" | "plain";
  /** What followers want to know first. */
  title: string;
  children: ReactNode;
}

/** The state of a followed trip in large letters. Screen readers announce changes. */
export function TripHeadline({ icon, tone = "plain", title, children }: TripHeadlineProps) {
  return (
    <div
      aria-live="polite"
      className={cx(
        "grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-1 rounded-lg p-5 sm:p-6",
        tone === "ok" ? "bg-ok-soft text-ok" : "bg-brand-soft text-brand-ink",
      )}
    >
      <Icon name={icon} className="mt-1 size-8" />
      <h1 className="text-3xl leading-tight font-bold tracking-[-.02em] wrap-anywhere outline-none sm:text-4xl">
        {title}
      </h1>
      <div className="col-span-2 text-lg text-ink sm:col-span-1 sm:col-start-2">{children}</div>
    </div>
  );
}
