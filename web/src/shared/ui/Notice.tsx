import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";

export type NoticeTone = "ok" | "info" | "warn" | "bad";

const styles: Record<
  NoticeTone,
  {
    icon: IconName;
    className: string;
  }
> = {
  ok: { icon: "check-circle", className: "bg-ok-soft text-ok" },
  info: { icon: "info", className: "bg-info-soft text-info" },
  warn: { icon: "alert", className: "bg-warn-soft text-warn" },
  bad: { icon: "error", className: "bg-bad-soft text-bad" },
};

/** An inline message; screen readers announce `bad` ones immediately. */
export function Notice({
  tone,
  children,
  className,
}: {
  tone: NoticeTone;
  children: ReactNode;
  className?: string | undefined;
}) {
  const style = styles[tone];
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cx(
        "flex items-start gap-2.5 rounded-md p-3.5 font-medium",
        style.className,
        className,
      )}
    >
      <Icon name={style.icon} className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
