import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";

const tones = {
  ok: "bg-ok-soft text-ok",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
  quiet: "bg-sunken text-ink-2",
};

/** A status in one or two words, always with an icon: colour alone is not enough. */
export function Pill({
  tone,
  icon,
  children,
  className,
}: {
  tone: keyof typeof tones;
  icon: IconName;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span
      className={cx(
        "inline-flex w-fit max-w-full shrink-0 items-center gap-1 rounded-full px-2.5 py-1 text-xs font-semibold",
        tones[tone],
        className,
      )}
    >
      <Icon name={icon} className="size-4" />
      {children}
    </span>
  );
}
