import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { errorFor } from "./request-validation.ts";
import type { RequestFieldProps } from "./use-request-form.ts";

/** Maximum price per seat. Passengers pay the driver directly. */
export function MaxContributionFields({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  const { anyAmount, amount, currency } = draft;
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Price you'd pay`}
        value={anyAmount ? "any" : "most"}
        options={[
          { value: "any", label: t`Open to offers` },
          {
            value: "most",
            label: t`Up to…`,
            icon: "coins",
          },
        ]}
        onChange={(choice) => change({ anyAmount: choice === "any" })}
      />
      {!anyAmount && (
        <NumberField
          label={t`Maximum per seat (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={amount}
          error={errorFor(errors, "maxContribution")}
          onChange={(amount) => change({ amount })}
        />
      )}
      <p className="text-sm text-ink-3">{t`Paid directly between you; ${communitySettings.name} takes no payments.`}</p>
    </div>
  );
}
