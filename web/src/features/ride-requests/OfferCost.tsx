import { useLingui } from "@lingui/react/macro";
import { FairShare } from "#shared/contribution/FairShare.tsx";
import { operator } from "#shared/operator.ts";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import type { OfferDraft } from "./offer-draft.ts";
import { errorOn } from "./request-problems.ts";
import type { OfferFields } from "./offer-fields.ts";

/** What one asks for a seat: what the ride takes for that part, an amount, or nothing. */
export function OfferCost({ request, draft, change, errors }: OfferFields) {
  const { t } = useLingui();
  const options: { value: OfferDraft["cost"]; label: string }[] = [
    ...(draft.rideId === "" ? [] : [{ value: "usual" as const, label: t`As usual` }]),
    { value: "amount", label: t`Amount` },
    { value: "free", label: t`Free` },
  ];
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Contribution`}
        value={draft.cost}
        options={options}
        onChange={(cost) => change({ cost })}
      />
      {draft.cost === "amount" && (
        <TextField
          label={t`Amount for one seat (${draft.currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={draft.amount}
          error={errorOn(errors, "contribution")}
          hint={<Hint request={request} draft={draft} change={change} />}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
      <p className="text-sm text-ink-3">
        {draft.cost === "usual" && `${t`What your ride asks for that part of the way.`} `}
        {t`Arranged between you; ${operator.name} takes no payments.`}
      </p>
    </div>
  );
}

/** What the seeker would add at most, and what a fair share of the way's costs is. */
function Hint({ request, draft, change }: Omit<OfferFields, "errors">) {
  const { t } = useLingui();
  const { origin, destination, maxContribution: most } = request;
  const { rideId, seats, amount, currency } = draft;
  return (
    <span className="grid gap-2">
      {most && t`They would add at most ${moneyText(most)}.`}
      {rideId === "" && (
        <FairShare way={[origin, destination]} seats={seats} amount={amount} currency={currency} onUse={change} />
      )}
    </span>
  );
}
