import { Preferences } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { preferenceNames, preferenceLabels } from "./preference-labels.ts";

interface PreferenceFieldsProps {
  readonly value: Preferences;
  readonly onChange: (value: Preferences) => void;
}

/** Preferences of a ride or a user; all optional. */
export function PreferenceFields({ value, onChange }: PreferenceFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1.5 text-lg font-bold">{t`In the car`}</legend>
      {preferenceNames.map((name) => {
        const { label, choices } = preferenceLabels[name];
        return (
          <SelectField
            key={name}
            label={i18n._(label)}
            value={value[name] ?? ""}
            options={[
              { value: "", label: t`No preference` },
              ...Object.entries(choices).map(([choice, words]) => ({
                value: choice,
                label: i18n._(words),
              })),
            ]}
            onChange={(choice) =>
              onChange(
                Preferences.parse({
                  ...value,
                  [name]: choice === "" ? null : choice,
                }),
              )
            }
          />
        );
      })}
    </fieldset>
  );
}
