import { useId } from "react";

interface RadioChoicesProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly {
    value: Value;
    label: string;
    hint?: string;
  }[];
  onChange: (value: Value) => void;
}

/** Radio buttons, one per line. */
export function RadioChoices<Value extends string>({
  label,
  value,
  options,
  onChange,
}: RadioChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="grid max-h-64 overflow-y-auto">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 items-center gap-3 rounded-sm hover:bg-sunken"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="ms-1 size-5 shrink-0 accent-brand"
            />
            <span className="min-w-0 py-1">
              <span className="line-clamp-2 wrap-anywhere">{option.label}</span>
              {option.hint && <span className="block text-sm text-ink-3">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
