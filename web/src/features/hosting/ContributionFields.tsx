import { useLingui } from "@lingui/react/macro";
import { operator } from "#shared/operator.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { moneyText } from "#shared/wording/wording.ts";
import { writeAmount } from "#shared/wording/amount.ts";
import { suggestedMinor } from "./contribution.ts";
import { errorOf } from "./steps.ts";
import type { StepFields } from "./wizard-props.ts";
import { previewOf } from "./way-preview.ts";

/** What a passenger for the whole way adds to the costs. It is arranged between people; nothing is paid here. */
export function ContributionFields({ draft, change, errors }: StepFields) {
  const { t } = useLingui();
  const { free, amount, currency } = draft;
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`What passengers add to the costs`}
        value={free ? "free" : "amount"}
        options={[
          { value: "amount", label: t`An amount`, icon: "coins" },
          { value: "free", label: t`Nothing, it is free` },
        ]}
        onChange={(choice) => change({ free: choice === "free" })}
      />
      {!free && (
        <TextField
          label={t`Amount for one seat, whole way (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={amount}
          error={errorOf(errors, "contribution")}
          hint={<Suggestion draft={draft} change={change} />}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
      <p className="text-sm text-ink-3">
        {t`Arranged between you; ${operator.name} takes no payments. Who rides only a part of the way adds that part of it.`}
      </p>
    </div>
  );
}

function Suggestion({ draft, change }: Pick<StepFields, "draft" | "change">) {
  const { t } = useLingui();
  const { origin, stops, destination, seats, currency } = draft;
  const places = [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);
  const way = previewOf(places);
  if (way.distanceM === 0 || currency !== operator.currency) return undefined;
  const amountMinor = suggestedMinor(way.distanceM, seats, operator.costPerKmMinor);
  const suggested = moneyText({ amountMinor, currency });
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {t`A fair share of this way's costs is about ${suggested}.`}
      <Button variant="soft" size="sm" onClick={() => change({ amount: writeAmount(amountMinor, currency) })}>
        {t`Use ${suggested}`}
      </Button>
    </span>
  );
}
