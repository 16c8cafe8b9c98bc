import { namesIn } from "#shared/formatting/formatters.ts";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatAmountInput, parseAmount } from "#shared/formatting/amount-input.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

/** Currency, cost per kilometre and public rides. */
export function MoneyForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t, i18n } = useLingui();
  const { currency, costPerKmMinor, publicRides } = settings.values;
  const initial = {
    currency,
    cost: formatAmountInput(costPerKmMinor, currency),
    publicRides,
  };
  const [draft, change, clear] = useDraft("settings.money", initial);
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  const names = namesIn(i18n.locale, { type: "currency" });
  const codes = [...new Set([...Intl.supportedValuesOf("currency"), draft.currency])];
  const costMinor = parseAmount(draft.cost, draft.currency);
  const [isSubmitted, setSubmitted] = useState(false);
  const submit = () => {
    setSubmitted(true);
    if (costMinor === undefined) return;
    saving.save({
      currency: draft.currency,
      publicRides: draft.publicRides,
      ...(fixedBy(settings, "costPerKmMinor") === undefined && { costPerKmMinor: costMinor }),
    });
  };
  return (
    <SettingsForm saving={saving} submitLabel={submitLabel} onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t`Currency`}
          {...fixedFieldProps(settings, "currency")}
          error={saving.errors["currency"]}
          value={draft.currency}
          options={codes.map((code) => ({
            value: code,
            label: `${code} · ${names.of(code) ?? code}`,
          }))}
          onChange={(currency) => change({ currency })}
        />
        <NumberField
          label={t`Cost per kilometre`}
          inputMode="decimal"
          {...fixedFieldProps(settings, "costPerKmMinor", t`Caps what hosts may ask.`)}
          error={
            isSubmitted && costMinor === undefined
              ? t`Enter an amount such as 0.30.`
              : saving.errors["costPerKmMinor"]
          }
          value={draft.cost}
          onChange={(cost) => change({ cost })}
        />
      </div>
      <SelectField
        label={t`Rides that anybody with the link can see`}
        {...fixedFieldProps(settings, "publicRides")}
        value={draft.publicRides}
        options={[
          { value: "off", label: t`Not allowed` },
          {
            value: "link",
            label: t`Hosts may allow it`,
          },
          {
            value: "indexed",
            label: t`Hosts may allow it, and search engines may list them`,
          },
        ]}
        onChange={(publicRides) => change({ publicRides })}
      />
    </SettingsForm>
  );
}
