import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { FairShare } from "#shared/contribution/FairShare.tsx";
import { formatRoute } from "#shared/formatting/bidi.ts";
import { formatMoney, townName } from "#shared/formatting/format.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { canBeListed, type RideDraft } from "../draft/ride-draft.ts";
import { TermsFields } from "./TermsFields.tsx";
import { useRoutePreview } from "./use-route-preview.ts";
import { VehicleField } from "./VehicleField.tsx";
import { errorFor, type StepProps } from "./wizard-steps.ts";

interface SeatsStepProps extends StepProps {
  readonly profile: Profile | undefined;
  readonly changing: Pick<Ride, "maxDetourM" | "maxDetourS" | "vehicle"> | undefined;
}

/** Seats, price and vehicle; everything else waits under "More options". */
export function SeatsStep(props: SeatsStepProps) {
  const { t } = useLingui();
  const { draft, change, errors } = props;
  const seatsError = errorFor(errors, "seatsTotal");
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <SeatStepper
          label={t`Seats you offer`}
          value={draft.seats}
          onChange={(seats) => change({ seats })}
        />
        <ErrorNotice error={seatsError} />
      </div>
      <ContributionFields {...props} />
      <VehicleField {...props} />
      <RideOptions {...props} />
    </div>
  );
}

const OPTION_FIELDS = ["maxDetourM", "maxDetourS", "note", "audience", "membersOf", "isListed"];

/** Terms that have sensible defaults; open if one of them is refused. */
function RideOptions(props: SeatsStepProps) {
  const { t } = useLingui();
  const { draft, change, errors, profile } = props;
  const hasError = OPTION_FIELDS.some((field) => errorFor(errors, field) !== undefined);
  return (
    <MoreOptions summary={t`Booking, detour, luggage, preferences, note`} needsAttention={hasError}>
      <TermsFields {...props} />
      <CheckField
        label={t`Max. 2 in the back`}
        checked={draft.maxTwoInBack}
        onChange={(maxTwoInBack) => change({ maxTwoInBack })}
      />
      <PreferenceFields
        value={draft.preferences}
        onChange={(preferences) => change({ preferences })}
      />
      <TextAreaField
        label={t`Note to passengers`}
        optional={t`optional`}
        placeholder={t`Meeting point, luggage space…`}
        maxLength={NOTE_MAX_LENGTH}
        {...bindText(draft.note, (note) => change({ note }))}
        hint={useMaskHint(draft.note)}
        error={errorFor(errors, "note")}
      />
      <AudienceField
        label={t`Who can join`}
        value={draft.membersOf}
        error={errorFor(errors, "membersOf")}
        onChange={(membersOf) => change({ membersOf })}
      />
      <OwnGenderOnly {...props} gender={profile?.gender ?? null} />
      <ListedField {...props} />
    </MoreOptions>
  );
}

function OwnGenderOnly({
  draft,
  change,
  errors,
  gender,
}: StepProps & { gender: Profile["gender"] }) {
  const { t } = useLingui();
  const hasGender = gender !== null && gender !== "undisclosed";
  return (
    <CheckField
      label={t`Only for people of my gender`}
      hint={hasGender ? undefined : t`To use this, add your gender to your profile.`}
      error={errorFor(errors, "audience")}
      checked={draft.sameGender}
      disabled={!hasGender && !draft.sameGender}
      onChange={(sameGender) => change({ sameGender })}
    />
  );
}

/** The host's consent to other services showing the ride; not for rides that only some members may see. */
function ListedField({ draft, change, errors }: StepProps) {
  const { t } = useLingui();
  if (!canBeListed(draft)) return null;
  return (
    <CheckField
      label={t`Also show it in journey planners and neighbouring communities`}
      hint={t`Anyone can then see the ride without an account: approximate places, times, price, free seats and your first name. Other services may keep copies.`}
      error={errorFor(errors, "isListed")}
      checked={draft.isListed}
      onChange={(isListed) => change({ isListed })}
    />
  );
}

/** Price for the full route, filled in with the fair amount. Passengers pay the host directly. */
function ContributionFields({ draft, change, errors }: StepProps) {
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
