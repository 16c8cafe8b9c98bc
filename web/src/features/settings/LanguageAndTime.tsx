import { isLanguage, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import type { Profile, ProfileChange } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { chooseDistanceUnit, chosenDistanceUnit } from "#shared/formatting/distance-unit.ts";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { deviceLanguage, rememberLanguage } from "#shared/language/language-choice.ts";
import { switchLanguage } from "#shared/language/messages.ts";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { cx } from "#shared/ui/cx.ts";
import { controlClasses, Field } from "#shared/ui/fields/Field.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { cityOf, offsetText } from "./time-zone-search.ts";
import {
  type TimeZoneChoice,
  useSelectedValue,
  useTimeZoneCombobox,
} from "./use-time-zone-combobox.ts";

const AS_DEVICE = "";
const AS_COMMUNITY = "";
const UNITS = ["kilometer", "mile"] as const;

/** Unit of distances on this device, saved at once. */
function DistanceUnitField() {
  const { t } = useLingui();
  const toast = useToast();
  const [unit, setUnit] = useState(chosenDistanceUnit);
  return (
    <SelectField
      label={t`Distances`}
      hint={t`On this device.`}
      value={unit ?? AS_COMMUNITY}
      options={[
        {
          value: AS_COMMUNITY,
          label: t`As on the road signs here`,
        },
        { value: "kilometer", label: t`Kilometres` },
        { value: "mile", label: t`Miles` },
      ]}
      onChange={(value) => {
        const next = UNITS.find((each) => each === value);
        chooseDistanceUnit(next);
        setUnit(next);
        toast({
          message: t`Saved.`,
          type: "success",
        });
      }}
    />
  );
}

/** Language, time zone and unit of distances of the user; each choice is saved at once. */
export function LanguageAndTime({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const toast = useToast();
  const save = useChangeProfile();
  const { locale = profile.locale, timeZone = profile.timeZone } = save.isPending
    ? save.variables
    : {};
  const change = (changes: ProfileChange) =>
    save.mutate(changes, {
      onSuccess: () =>
        toast({
          message: t`Saved.`,
          type: "success",
        }),
    });
  // A chosen language is applied where the account's language is (AccountLanguage), as a choice on another device is. The
  // device's own comes after the account has forgotten the former one, which would return otherwise.
  const chooseLanguage = (locale: string | null) =>
    save.mutate(
      { locale },
      {
        onSuccess: () => {
          toast({
            message: t`Saved.`,
            type: "success",
          });
          if (locale !== null) return;
          rememberLanguage(null);
          switchLanguage(deviceLanguage()).catch(() => {});
        },
      },
    );
  return (
    <section aria-labelledby="language-and-time" className="grid gap-4">
      <h2
        id="language-and-time"
        className="text-xl font-bold tracking-[-.015em]"
      >{t`Language and time`}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t`Language`}
          hint={t`For the app and e-mails.`}
          value={isLanguage(locale ?? "") ? (locale ?? AS_DEVICE) : AS_DEVICE}
          options={[
            {
              value: AS_DEVICE,
              label: t`System default`,
            },
            ...LANGUAGES.map((code) => ({
              value: code,
              label: languageNames[code],
            })),
          ]}
          onChange={(value) => chooseLanguage(value || null)}
        />
        <TimeZoneField value={timeZone} onChange={(zone) => change({ timeZone: zone })} />
        <DistanceUnitField />
      </div>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </section>
  );
}

interface TimeZoneFieldProps {
  /** Null for the device's. */
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
}

/** Chooses a time zone by city, country or name: a combobox with a list box (WAI-ARIA 1.2). */
function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
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
