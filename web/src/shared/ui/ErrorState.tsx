import { useLingui } from "@lingui/react/macro";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";

interface ErrorStateProps {
  title?: string | undefined;
  message: string;
  /** Retries the failed action. */
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
  className?: string | undefined;
}

/** Shown instead of content that could not be loaded, with a retry button. */
export function ErrorState({ title, message, onRetry, retrying, className }: ErrorStateProps) {
  const { t } = useLingui();
  return (
    <div
      role="alert"
      className={cx("grid justify-items-center gap-2 px-4 py-10 text-center", className)}
    >
      <span className="mb-1 grid size-14 place-items-center rounded-full bg-bad-soft text-bad">
        <Icon name="alert" className="size-7" />
      </span>
      <h2 className="text-xl font-bold tracking-[-.015em]">{title ?? t`Something went wrong`}</h2>
      <p className="max-w-[44ch] text-ink-2">{message}</p>
      {onRetry && (
        <Button variant="line" icon="refresh" onClick={onRetry} busy={retrying} className="mt-3">
          {t`Try again`}
        </Button>
      )}
    </div>
  );
}
