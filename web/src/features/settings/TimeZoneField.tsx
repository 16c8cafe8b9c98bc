import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { controlClasses, Field } from "#shared/ui/fields/Field.tsx";
import { cx } from "#shared/ui/cx.ts";
import { cityOf, offsetText } from "./time-zone-search.ts";
import {
  type TimeZoneChoice,
  useSelectedValue,
  useTimeZoneCombobox,
} from "./use-time-zone-combobox.ts";

interface TimeZoneFieldProps {
  /** Null for the device's. */
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
}

/** Chooses a time zone by city, country or name: a combobox with a list box (WAI-ARIA 1.2). */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const { t } = useLingui();
  const { listId, options, active, isOpen, isSearching, query, ...combobox } = useTimeZoneCombobox(
    value,
    onChange,
  );
  const [now] = useState(() => new Date());
  const describe = (zone: string) => `${cityOf(zone)} (${offsetText(zone, now)})`;
  const valueText =
    value === null ? t`System default: ${describe(deviceTimeZone())}` : describe(value);
  const field = useSelectedValue(query === null ? valueText : null);
  return (
    <Field
      label={t`Time zone`}
      hint={t`Search by city, country or zone. Rides always show the local time at their start.`}
      className="relative"
    >
      {(wiring) => (
        <>
          <input
            {...wiring}
            ref={field}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={isOpen && options[active] ? `${listId}-${active}` : undefined}
            {...bindText(query ?? valueText, combobox.type)}
            onFocus={(event) => event.target.select()}
            onClick={combobox.open}
            onBlur={combobox.close}
            onKeyDown={combobox.press}
            className={controlClasses}
          />
          <TimeZoneOptions
            id={listId}
            options={options}
            active={active}
            isOpen={isOpen}
            isSearching={isSearching}
            now={now}
            onChoose={(option) => void combobox.choose(option)}
          />
        </>
      )}
    </Field>
  );
}

interface TimeZoneOptionsProps {
  readonly id: string;
  readonly options: readonly TimeZoneChoice[];
  readonly active: number;
  readonly isOpen: boolean;
  readonly isSearching: boolean;
  readonly now: Date;
  readonly onChoose: (option: TimeZoneChoice) => void;
}

/** The list below the field. Rendered even when closed, so that the field's ARIA reference is always valid. */
function TimeZoneOptions({
  id,
  options,
  active,
  isOpen,
  isSearching,
  now,
  onChoose,
}: TimeZoneOptionsProps) {
  const { t } = useLingui();
  const isEmpty = isOpen && options.length === 0;
  return (
    <div
      className={cx(
        "absolute start-0 top-20 z-40 mt-1 w-full overflow-hidden rounded-md border border-line bg-surface shadow-3",
        !isOpen && "hidden",
      )}
    >
      <p role="status" className={cx("px-4 text-sm text-ink-2", isEmpty && "py-3")}>
        {isEmpty && (isSearching ? t`Searching…` : t`No time zone found. Try a larger city.`)}
      </p>
      <ul id={id} role="listbox" aria-label={t`Time zones`} className="max-h-72 overflow-y-auto">
        {options.map((option, n) => (
          <li
            key={option.key}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === active}
            // Before the field loses the focus, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            className={cx(
              "flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 py-2",
              n === active ? "bg-brand-soft" : "hover:bg-sunken",
            )}
          >
            <span className="min-w-0">
              <span className="block truncate font-semibold">{option.label}</span>
              {option.detail && (
                <span className="block truncate text-sm text-ink-3">{option.detail}</span>
              )}
            </span>
            {option.zone !== undefined && (
              <span className="num shrink-0 text-sm text-ink-2">
                {offsetText(option.zone ?? deviceTimeZone(), now)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
