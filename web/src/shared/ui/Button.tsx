import type { ButtonHTMLAttributes } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./button-classes.ts";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./icon-paths.ts";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: IconName | undefined;
  /** An action is running: the button stays focusable but does nothing, and says so. */
  busy?: boolean | undefined;
}

/** A button of type "button" by default. Ignores the second click of a double click. */
export function Button({
  variant,
  size,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // The second click arrives before `busy` is rendered and would repeat the call. Keyboards and screen readers
        // have a count of 0.
        if (busy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      className={cx(buttonClasses(variant, size), busy && "cursor-progress opacity-70", className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
