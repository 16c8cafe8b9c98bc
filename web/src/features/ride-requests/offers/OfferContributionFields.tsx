import { useLingui } from "@lingui/react/macro";
import { FairShare } from "#shared/contribution/FairShare.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import type { OfferDraft } from "./offer-draft.ts";
import { errorFor } from "../post/request-validation.ts";
import type { OfferFieldProps } from "./use-offer-form.ts";

/** Price per seat: the ride's own price for the segment, an amount, or free. */
export function OfferContributionFields({ request, draft, change, errors }: OfferFieldProps) {
  const { t } = useLingui();
  const options: {
    value: OfferDraft["cost"];
    label: string;
  }[] = [
    ...(draft.rideId === ""
      ? []
      : [
          {
            value: "usual" as const,
            label: t`Ride's price`,
          },
        ]),
    { value: "amount", label: t`Amount` },
    { value: "free", label: t`Free` },
  ];
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Price`}
        value={draft.cost}
        options={options}
        onChange={(cost) => change({ cost })}
      />
      {draft.cost === "amount" && (
        <NumberField
          label={t`Amount per seat (${draft.currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={draft.amount}
          error={errorFor(errors, "contribution")}
          hint={<ContributionHint request={request} draft={draft} change={change} />}
          onChange={(amount) => change({ amount })}
        />
      )}
      <p className="text-sm text-ink-3">
        {draft.cost === "usual" && `${t`Your ride's price for this part of the route.`} `}
        {t`Paid directly between you; ${communitySettings.name} takes no payments.`}
      </p>
    </div>
  );
}

/** The seeker's maximum and the suggested fair share. */
function ContributionHint({ request, draft, change }: Omit<OfferFieldProps, "errors">) {
  const { t } = useLingui();
  const { origin, destination, maxContribution } = request;
  const { rideId, seats, amount, currency } = draft;
  return (
    <span className="grid gap-2">
      {maxContribution && t`They would pay up to ${formatMoney(maxContribution)}.`}
      {rideId === "" && (
        <FairShare
          route={[origin, destination]}
          seats={seats}
          amount={amount}
          currency={currency}
          onUse={change}
        />
      )}
    </span>
  );
}
