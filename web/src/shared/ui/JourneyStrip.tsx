import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const sizes = {
  sm: { text: "text-sm leading-5", rail: "my-1" },
  md: { text: "leading-6", rail: "my-[.4rem]" },
  lg: { text: "text-lg leading-7", rail: "my-2" },
};

interface JourneyStripProps {
  from: ReactNode;
  to: ReactNode;
  /** Formatted local times, such as "07:45". */
  departs?: ReactNode;
  arrives?: ReactNode;
  /** Number of small rings between the ends, at most five. */
  via?: number | undefined;
  /** Secondary line between the ends: duration, route, distance. */
  meta?: ReactNode;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** The signature graphic: a journey as a line with an open ring at the start, small rings along it and a filled end. */
export function JourneyStrip({
  from,
  to,
  departs,
  arrives,
  via = 0,
  meta,
  size = "md",
  className,
}: JourneyStripProps) {
  const classes = sizes[size];
  const timed = departs !== undefined || arrives !== undefined;
  return (
    <div
      className={cx(
        "grid gap-x-3",
        timed ? "grid-cols-[auto_1rem_1fr]" : "grid-cols-[1rem_1fr]",
        classes.text,
        className,
      )}
    >
      {timed && (
        <div className="num flex flex-col justify-between text-end">
          <span>{departs}</span>
          <span>{arrives}</span>
        </div>
      )}
      <JourneyRail via={via} className={classes.rail} />
      <div className="flex min-w-0 flex-col justify-between gap-1">
        <span className="font-semibold wrap-anywhere">{from}</span>
        {meta && <span className="text-xs leading-5 text-ink-3">{meta}</span>}
        <span className="font-semibold wrap-anywhere">{to}</span>
      </div>
    </div>
  );
}

function JourneyRail({ via, className }: { via: number; className: string }) {
  const rings = Math.min(via, 5);
  const ring = "absolute start-1/2 rounded-full -translate-x-1/2 rtl:translate-x-1/2";
  return (
    <div className={cx("relative", className)} aria-hidden="true">
      <span className={cx(ring, "inset-y-1 w-[3px] bg-route")} />
      <span className={cx(ring, "top-0 size-3 border-3 border-route bg-surface")} />
      {Array.from({ length: rings }, (_, i) => (
        <span
          key={i}
          className={cx(ring, "size-[7px] -translate-y-1/2 border-2 border-route bg-surface")}
          style={{ top: `${((i + 1) / (rings + 1)) * 100}%` }}
        />
      ))}
      <span className={cx(ring, "bottom-0 size-3 bg-route")} />
    </div>
  );
}
