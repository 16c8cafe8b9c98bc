import { cx } from "./cx.ts";
import { iconPaths, type IconName } from "./icon-paths.ts";

/** Drawings that point along the reading direction and so turn round in right-to-left text. */
const DIRECTED: readonly IconName[] = ["arrow-end", "arrow-start", "chevron-end", "list", "logout", "send", "external"];

/** A small line drawing, 20 px unless the class says otherwise. It is decoration: the words beside it carry the meaning. */
export function Icon({ name, filled, className }: { name: IconName; filled?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx("size-5 shrink-0", DIRECTED.includes(name) && "rtl:-scale-x-100", className)}
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={name === "dots" ? 2.6 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
