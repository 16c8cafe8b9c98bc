import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { bindText } from "#shared/forms/bind-text.ts";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { canBeListed } from "../draft/ride-draft.ts";
import { ContributionFields } from "./ContributionFields.tsx";
import { errorFor, type StepProps } from "./wizard-steps.ts";
import { TermsFields } from "./TermsFields.tsx";
import { VehicleField } from "./VehicleField.tsx";

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
