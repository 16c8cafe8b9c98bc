import type { ReactNode, SelectHTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { controlClasses, Field } from "./Field.tsx";
import { Icon } from "../Icon.tsx";

interface SelectFieldProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "id" | "onChange" | "value"
> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A native select. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, error, value, options, onChange, className, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <span className="relative block">
          <select
            {...select}
            {...wiring}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.target.value);
              if (chosen) onChange(chosen.value);
            }}
            className={cx(controlClasses, "appearance-none pe-11")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute end-3.5 top-3.5 text-ink-2"
          />
        </span>
      )}
    </Field>
  );
}
