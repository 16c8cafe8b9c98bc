import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { errorFor } from "./request-validation.ts";
import type { RequestFieldProps } from "./request-form-props.ts";

/** The most one would add to the costs. It is arranged between people; nothing is paid here. */
export function MaxContributionFields({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  const { anyAmount, amount, currency } = draft;
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`What you would add to the costs`}
        value={anyAmount ? "any" : "most"}
        options={[
          { value: "any", label: t`I leave it open` },
          { value: "most", label: t`At most…`, icon: "coins" },
        ]}
        onChange={(choice) => change({ anyAmount: choice === "any" })}
      />
      {!anyAmount && (
        <TextField
          label={t`The most for one seat (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={amount}
          error={errorFor(errors, "maxContribution")}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
      <p className="text-sm text-ink-3">{t`Arranged between you; ${communitySettings.name} takes no payments.`}</p>
    </div>
  );
}
