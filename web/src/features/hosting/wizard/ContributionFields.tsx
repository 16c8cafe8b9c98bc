import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { formatRoute } from "#shared/formatting/bidi.ts";
import { FairShare } from "#shared/contribution/FairShare.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { formatMoney, townName } from "#shared/formatting/format.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";
import { useRoutePreview } from "./use-route-preview.ts";

/** Price for the full route, filled in with the fair amount. Passengers pay the host directly. */
export function ContributionFields({ draft, change, errors }: StepProps) {
  const { t } = useLingui();
  const { free, amount, currency } = draft;
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Price per seat`}
        value={free ? "free" : "amount"}
        options={[
          {
            value: "amount",
            label: t`Set a price`,
            icon: "coins",
          },
          { value: "free", label: t`Free` },
        ]}
        onChange={(choice) => change({ free: choice === "free" })}
      />
      {!free && (
        <NumberField
          label={t`Amount per seat, full route (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={amount}
          error={errorFor(errors, "contribution")}
          hint={<Suggestion draft={draft} change={change} />}
          onChange={(amount) => change({ amount })}
        />
      )}
      <p className="text-sm text-ink-3">
        {t`Paid directly to you; ${communitySettings.name} takes no payments. Passengers going part of the way pay less.`}
      </p>
    </div>
  );
}

const placesOf = ({ origin, stops, destination }: RideDraft) =>
  [origin, ...stops.map(({ choice }) => choice), destination].flatMap(({ place }) => place ?? []);

/** Suggested fair share of the cost and, with stops, the resulting price per leg. */
function Suggestion({ draft, change }: Pick<StepProps, "draft" | "change">) {
  const { stops, seats, amount, currency } = draft;
  const places = placesOf(draft);
  const renderLegPrices = (amountMinor: number) => (
    <LegPrices places={places} amountMinor={amountMinor} currency={currency} />
  );
  return (
    <FairShare
      route={places.length === stops.length + 2 ? places : undefined}
      seats={seats}
      amount={amount}
      currency={currency}
      onUse={change}
      {...(stops.length > 0 && { renderMore: renderLegPrices })}
    />
  );
}

/** Price of each leg, in proportion to its distance and rounded like the total. */
function LegPrices({
  places,
  amountMinor,
  currency,
}: {
  places: readonly Place[];
  amountMinor: number;
  currency: string;
}) {
  const { distanceM, alongM } = useRoutePreview(places);
  if (distanceM === 0) return null;
  const roundToMinor = amountMinor % ROUND_MINOR === 0 ? ROUND_MINOR : 1;
  const legs = places.slice(1).map((to, leg) => {
    const fraction = ((alongM[leg + 1] ?? 0) - (alongM[leg] ?? 0)) / distanceM;
    const price = formatMoney({
      amountMinor: Math.round((amountMinor * fraction) / roundToMinor) * roundToMinor,
      currency,
    });
    return `${formatRoute(townName(places[leg]?.label ?? ""), townName(to.label))} ${price}`;
  });
  return <span className="block">{legs.join(" · ")}</span>;
}

/** Same rounding as on the server, in minor units. */
const ROUND_MINOR = 50;
