import { useId, type ReactNode } from "react";
import { Icon } from "../Icon.tsx";

interface CheckFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  checked: boolean;
  disabled?: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** A checkbox; the whole row is clickable. */
export function CheckField({ label, hint, error, checked, disabled, onChange }: CheckFieldProps) {
  const id = useId();
  const describedBy =
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined;
  return (
    <div>
      <label
        htmlFor={id}
        className="flex min-h-11 items-center gap-3 font-semibold has-disabled:text-ink-3"
      >
        <input
          id={id}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-brand"
        />
        {label}
      </label>
      {error && (
        <p
          id={`${id}-error`}
          className="ms-8 flex items-start gap-1.5 text-sm font-medium text-bad"
        >
          <Icon name="error" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="-mt-1 ms-8 text-sm text-ink-3">
          {hint}
        </div>
      )}
    </div>
  );
}
