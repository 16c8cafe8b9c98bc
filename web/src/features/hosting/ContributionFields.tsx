import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { operator } from "#shared/operator.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { readAmount, writeAmount } from "#shared/wording/amount.ts";
import { moneyText, townOf } from "#shared/wording/wording.ts";
import { costShare } from "./hosting.queries.ts";
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

/** What the way costs by the server's reckoning, what a fair share of it is, and what all seats together come to. */
function Suggestion({ draft, change }: Pick<StepFields, "draft" | "change">) {
  const { t } = useLingui();
  const { origin, stops, destination, seats, currency } = draft;
  const places = [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);
  const { data } = useQuery({ ...costShare(wayOf(places, seats)), enabled: places.length === stops.length + 2 });
  if (!data || data.runningCost.amountMinor === 0) return undefined;
  const [suggested, most, cost] = [data.suggested, data.most, data.runningCost].map(moneyText);
  const amountMinor = readAmount(draft.amount, currency) ?? 0;
  const same = currency === data.most.currency;
  const sum = moneyText({ amountMinor: amountMinor * seats, currency });
  const use = () =>
    change({ amount: writeAmount(data.suggested.amountMinor, data.suggested.currency), currency: data.most.currency });
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t`A fair share of this way's costs is about ${suggested}, and at most ${most}.`}
        <Button variant="soft" size="sm" onClick={use}>
          {t`Use ${suggested}`}
        </Button>
      </span>
      {same && amountMinor > 0 && (
        <span className="num">
          {t`All seats together: ${sum} of the ${cost} that the way costs.`}
          {stops.length > 0 && <ByPart places={places} amountMinor={amountMinor} currency={currency} />}
        </span>
      )}
    </span>
  );
}

const wayOf = (places: readonly Place[], seatsTotal: number) => {
  const points = places.map(({ placeId = null, label, lat, lng }) => ({ placeId, label, lat, lng }));
  const [origin = NOWHERE, ...rest] = points;
  return { origin, destination: rest.at(-1) ?? NOWHERE, stops: rest.slice(0, -1), seatsTotal };
};
const NOWHERE: Place = { label: "-", lat: 0, lng: 0 };

/** The price of each leg, in proportion to what is driven, as round as the whole. */
function ByPart({
  places,
  amountMinor,
  currency,
}: {
  places: readonly Place[];
  amountMinor: number;
  currency: string;
}) {
  const { distanceM, afterS, durationS } = previewOf(places);
  if (distanceM === 0) return null;
  const step = amountMinor % ROUND_MINOR === 0 ? ROUND_MINOR : 1;
  const legs = places.slice(1).map((to, leg) => {
    const share = ((afterS[leg + 1] ?? 0) - (afterS[leg] ?? 0)) / durationS;
    const part = moneyText({ amountMinor: Math.round((amountMinor * share) / step) * step, currency });
    return `${townOf(places[leg]?.label ?? "")} → ${townOf(to.label)} ${part}`;
  });
  return <span className="block">{legs.join(" · ")}</span>;
}

/** As the server rounds the price of a part. */
const ROUND_MINOR = 50;
