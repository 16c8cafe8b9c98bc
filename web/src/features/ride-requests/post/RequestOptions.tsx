import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AudienceField } from "#shared/audiences/AudienceField.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { luggageLabels } from "../request-text.ts";
import type { RequestDraft } from "./request-draft.ts";
import type { RequestFieldProps } from "./use-request-form.ts";
import { errorFor } from "./request-validation.ts";

interface RequestOptionsProps extends RequestFieldProps {
  /** Offers wait for an answer: what they are based on cannot change. */
  readonly isLocked: boolean;
  readonly gender: Profile["gender"];
}

const OPTION_FIELDS = ["membersOf", "audience", "maxContribution", "needs", "luggage"];

/** True for choices that belong to this request; needs and preferences come from the profile. */
const hasOwnOptions = ({ anyAmount, luggage, sameGender, membersOf }: RequestDraft): boolean =>
  !anyAmount || luggage > 0 || sameGender || membersOf !== "";

/** Price, luggage, access needs, who can answer, and preferences. */
export function RequestOptions({ isLocked, gender, ...fields }: RequestOptionsProps) {
  const { t } = useLingui();
  const { draft, change, errors } = fields;
  const [isOpenAtFirst] = useState(() => hasOwnOptions(draft));
  const hasError = OPTION_FIELDS.some((field) => errorFor(errors, field) !== undefined);
  return (
    <MoreOptions
      summary={t`Price, luggage, accessibility, who can answer, preferences`}
      needsAttention={isOpenAtFirst || hasError}
    >
      <MaxContributionFields {...fields} />
      <fieldset role="presentation" disabled={isLocked} className="grid min-w-0 gap-6">
        <LuggageField {...fields} />
        <AccessNeedsField {...fields} />
        <AnswerAudience {...fields} />
        <OwnGenderOnly {...fields} gender={gender} />
      </fieldset>
      <PreferenceFields
        value={draft.preferences}
        onChange={(preferences) => change({ preferences })}
      />
    </MoreOptions>
  );
}

function LuggageField({ draft, change }: RequestFieldProps) {
  const { t, i18n } = useLingui();
  const sizeOptions = Object.entries(luggageLabels).map(([value, words]) => ({
    value,
    label: i18n._(words),
  }));
  return (
    <SelectField
      label={t`Luggage`}
      value={String(draft.luggage)}
      options={[
        {
          value: "0",
          label: t`No luggage`,
        },
        ...sizeOptions,
      ]}
      onChange={(luggage) => change({ luggage: Number(luggage) })}
    />
  );
}

function AccessNeedsField({ draft, change }: RequestFieldProps) {
  const { t } = useLingui();
  return (
    <NeedsFields
      value={draft.needs}
      hint={t`Shown to anyone who sees this request. Only drivers with a suitable vehicle can answer.`}
      onChange={(needs) => change({ needs })}
    />
  );
}

function AnswerAudience({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  return (
    <AudienceField
      label={t`Who can answer`}
      value={draft.membersOf}
      error={errorFor(errors, "membersOf")}
      onChange={(membersOf) => change({ membersOf })}
    />
  );
}

function OwnGenderOnly({
  draft,
  change,
  errors,
  gender,
}: RequestFieldProps & { gender: Profile["gender"] }) {
  const { t } = useLingui();
  const hasGender = gender !== null && gender !== "undisclosed";
  return (
    <CheckField
      label={t`Only drivers of my gender`}
      hint={hasGender ? undefined : t`To use this, add your gender to your profile.`}
      error={errorFor(errors, "audience")}
      checked={draft.sameGender}
      disabled={!hasGender && !draft.sameGender}
      onChange={(sameGender) => change({ sameGender })}
    />
  );
}

/** Maximum price per seat. Passengers pay the driver directly. */
function MaxContributionFields({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  const { anyAmount, amount, currency } = draft;
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Price you'd pay`}
        value={anyAmount ? "any" : "most"}
        options={[
          { value: "any", label: t`Open to offers` },
          {
            value: "most",
            label: t`Up to…`,
            icon: "coins",
          },
        ]}
        onChange={(choice) => change({ anyAmount: choice === "any" })}
      />
      {!anyAmount && (
        <NumberField
          label={t`Maximum per seat (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={amount}
          error={errorFor(errors, "maxContribution")}
          onChange={(amount) => change({ amount })}
        />
      )}
      <p className="text-sm text-ink-3">{t`Paid directly between you; ${communitySettings.name} takes no payments.`}</p>
    </div>
  );
}
