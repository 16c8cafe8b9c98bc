import { cx } from "./cx.ts";
import { iconPaths, type IconName } from "./icon-paths.ts";

/** Icons with a direction, mirrored in right-to-left text. */
const DIRECTED: readonly IconName[] = [
  "arrow-end",
  "arrow-start",
  "chevron-end",
  "list",
  "logout",
  "send",
  "external",
];

/** An icon, 20 px by default. Decorative: the text next to it carries the meaning. */
export function Icon({
  name,
  filled,
  className,
}: {
  name: IconName;
  filled?: boolean;
  className?: string;
}) {
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
