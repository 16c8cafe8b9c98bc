import type { ButtonHTMLAttributes } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: IconName;
  tone?: "plain" | "raised" | undefined;
}

/** A 44 px square button with only an icon. */
export function IconButton({ label, icon, tone = "plain", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        "grid size-11 shrink-0 place-items-center rounded-md text-ink transition-colors duration-(--d-fast) disabled:opacity-50",
        tone === "raised" ? "bg-surface shadow-2 hover:bg-sunken" : "hover:bg-sunken",
        className,
      )}
    >
      <Icon name={icon} className="size-6" />
    </button>
  );
}
