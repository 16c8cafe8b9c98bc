import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../Icon.tsx";

/** What a control must carry so that its label, hint and error are read with it. */
export interface FieldWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown beside the label, where a field may stay empty. */
  optional?: string | undefined;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}

/** The look of a boxed control, shared by inputs and selects. */
export const controlClasses =
  "w-full min-w-0 min-h-12 rounded-md border border-edge bg-surface px-4 text-base text-ink placeholder:text-ink-3 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-soft disabled:opacity-60";

/** A label over a control, with a hint and an error tied to it. */
export function Field({ label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className={cx("mb-1.5 flex items-baseline gap-2 font-semibold", hideLabel && "sr-only")}>
        {label}
        {optional && <span className="text-sm font-normal text-ink-3">{optional}</span>}
      </label>
      {children({
        id,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-bad">
          <Icon name="error" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
      {hint && (
        <div id={hintId} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </div>
      )}
    </div>
  );
}
