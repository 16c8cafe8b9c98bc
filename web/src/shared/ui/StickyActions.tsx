import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** Last part of a form: its buttons, which stay above the tab bar on phones. Fields scroll clear of it (styles.css). */
export function StickyActions({
  children,
  className,
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cx(
        "sticky-actions sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-10 border-t border-line py-3 lg:static",
        className,
      )}
    >
      {children}
    </div>
  );
}
