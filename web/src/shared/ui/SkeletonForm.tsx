import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "./Skeleton.tsx";

/** Placeholders of labelled fields and a button. */
export function SkeletonForm({ count = 4 }: { count?: number }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid gap-5">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className="grid gap-2">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-11" />
        </div>
      ))}
      <Skeleton className="h-11 w-32" />
    </div>
  );
}
