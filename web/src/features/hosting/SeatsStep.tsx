import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { Stepper } from "#shared/ui/Stepper.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useMaskHint } from "#shared/words/use-hidden.ts";
import { ContributionFields } from "./ContributionFields.tsx";
import { errorOf } from "./steps.ts";
import { TermsFields } from "./TermsFields.tsx";
import type { StepFields } from "./wizard-props.ts";
import { VehicleField } from "./VehicleField.tsx";

interface SeatsStepProps extends StepFields {
  readonly profile: Profile | undefined;
  readonly changing: Pick<Ride, "maxDetourM" | "maxDetourS" | "vehicle"> | undefined;
}

/** How many come along, what it costs them, and how the host wants it on board. */
export function SeatsStep(props: SeatsStepProps) {
  const { t } = useLingui();
  const { draft, change, errors, profile } = props;
  const seatsError = errorOf(errors, "seatsTotal");
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <Stepper
          label={t`Seats you offer`}
          value={draft.seats}
          min={1}
          max={RIDE_SEATS_MAX}
          onChange={(seats) => change({ seats })}
          lessLabel={t`One seat fewer`}
          moreLabel={t`One seat more`}
        />
        {seatsError && <Notice tone="bad">{seatsError}</Notice>}
        <CheckField
          label={t`At most two people in the back`}
          checked={draft.maxTwoInBack}
          onChange={(maxTwoInBack) => change({ maxTwoInBack })}
        />
      </div>
      <ContributionFields {...props} />
      <TermsFields {...props} />
      <VehicleField {...props} />
      <PreferenceFields value={draft.preferences} onChange={(preferences) => change({ preferences })} />
      <div className="grid gap-4">
        <TextAreaField
          label={t`Note to passengers`}
          optional={t`optional`}
          placeholder={t`Where you meet, how much room there is…`}
          maxLength={NOTE_MAX_LENGTH}
          value={draft.note}
          hint={useMaskHint(draft.note)}
          error={errorOf(errors, "note")}
          onChange={(event) => change({ note: event.target.value })}
        />
        <OwnGenderOnly {...props} gender={profile?.gender ?? null} />
      </div>
    </div>
  );
}

function OwnGenderOnly({ draft, change, errors, gender }: StepFields & { gender: Profile["gender"] }) {
  const { t } = useLingui();
  const known = gender !== null && gender !== "undisclosed";
  return (
    <CheckField
      label={t`Only for people of my gender`}
      hint={known ? undefined : t`To use this, say your gender in your profile first.`}
      error={errorOf(errors, "audience")}
      checked={draft.sameGender}
      disabled={!known && !draft.sameGender}
      onChange={(sameGender) => change({ sameGender })}
    />
  );
}
