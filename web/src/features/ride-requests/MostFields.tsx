import { useLingui } from "@lingui/react/macro";
import { operator } from "#shared/operator.ts";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { errorOn } from "./request-problems.ts";
import type { RequestFields } from "./request-fields.ts";

/** The most one would add to the costs. It is arranged between people; nothing is paid here. */
export function MostFields({ draft, change, errors }: RequestFields) {
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
          error={errorOn(errors, "maxContribution")}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
      <p className="text-sm text-ink-3">{t`Arranged between you; ${operator.name} takes no payments.`}</p>
    </div>
  );
}
