import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { weekdayNames } from "#shared/formatting/weekdays.ts";

interface WeekdayFieldProps {
  /** ISO weekdays: 1 is Monday. */
  readonly value: readonly number[];
  readonly error?: string | undefined;
  readonly onChange: (weekdays: number[]) => void;
}

/** Weekday checkboxes, styled as one row of buttons. */
export function WeekdayField({ value, error, onChange }: WeekdayFieldProps) {
  const { t } = useLingui();
  const id = useId();
  const toggle = (weekday: number, on: boolean) =>
    onChange(
      [...value.filter((one) => one !== weekday), ...(on ? [weekday] : [])].toSorted(
        (a, b) => a - b,
      ),
    );
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-semibold">{t`Days`}</legend>
      <div className="grid grid-cols-7 gap-1 rounded-md border border-edge bg-sunken p-1">
        {weekdayNames().map(({ weekday, short, long }) => (
          <label
            key={weekday}
            className="flex min-h-10 items-center justify-center rounded-sm text-sm font-semibold text-ink-2 has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              checked={value.includes(weekday)}
              aria-label={long}
              aria-invalid={error ? true : undefined}
              onChange={(event) => toggle(weekday, event.target.checked)}
              className="sr-only"
            />
            {short}
          </label>
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-2">
        <Button variant="soft" size="sm" onClick={() => onChange([1, 2, 3, 4, 5])}>
          {t`Mon–Fri`}
        </Button>
        <Button variant="soft" size="sm" onClick={() => onChange([1, 2, 3, 4, 5, 6, 7])}>
          {t`Every day`}
        </Button>
      </div>
      {error && (
        <p
          id={`${id}-error`}
          className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-bad"
        >
          <Icon name="error" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
