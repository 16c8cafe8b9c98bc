import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

/** A grey placeholder. */
export function Skeleton({
  className,
  round,
}: {
  className?: string | undefined;
  round?: boolean | undefined;
}) {
  return (
    <div
      aria-hidden="true"
      className={cx("skeleton", round ? "rounded-full" : "rounded-sm", className)}
    />
  );
}

/** Placeholders of things in a list, announced once to screen readers. */
export function SkeletonCards({ count = 3 }: { count?: number }) {
  return (
    <SkeletonList count={count}>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </SkeletonList>
  );
}

/** The same for cards of rides and requests, which name a person. */
export function SkeletonRideCards({ count = 3 }: { count?: number }) {
  return (
    <SkeletonList count={count}>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-5 w-1/2" />
      <div className="flex items-center gap-3 border-t border-line pt-3">
        <Skeleton round className="size-9" />
        <Skeleton className="h-4 w-1/3" />
      </div>
    </SkeletonList>
  );
}

function SkeletonList({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid gap-3">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className="grid gap-3 card p-4">
          {children}
        </div>
      ))}
    </div>
  );
}
