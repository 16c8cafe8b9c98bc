import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { Icon } from "../Icon.tsx";

/** Attributes that connect a control with its label, hint and error. */
export interface FieldWiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown next to the label of an optional field. */
  optional?: string | undefined;
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}

/** Style of boxed controls, shared by inputs and selects. */
export const controlClasses =
  "w-full min-w-0 min-h-12 rounded-md border border-edge bg-surface px-4 text-base text-ink placeholder:text-ink-3 " +
  "aria-invalid:border-bad aria-invalid:bg-bad-soft disabled:opacity-60";

/** A label above a control, with a connected hint and error. */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={cx("mb-1.5 flex items-baseline gap-2 font-semibold", hideLabel && "sr-only")}
      >
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
