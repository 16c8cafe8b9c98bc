import type { Profile } from "@commonlane/contract/profiles";
import { NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { AgeFields } from "#shared/age-check/AgeFields.tsx";
import { ApiError } from "#shared/api/api-error.ts";
import { PhoneField } from "#shared/forms/PhoneField.tsx";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { LanguagesField } from "./LanguagesField.tsx";
import {
  changedFields,
  draftFromProfile,
  hasChanges,
  type PersonalDetailsDraft,
  validatePersonalDetails,
} from "./personal-details-draft.ts";

/** Form for the user's own data. Unsaved input is kept in this tab. */
export function PersonalDetailsForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const {
    draft,
    change,
    forget: clearDraft,
    isDirty,
    save,
    tried: submitted,
    submit,
  } = usePersonalDetailsForm(profile);
  const onSubmit = () => {
    // Errors appear after the next render.
    if (!submit())
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <form
      ref={form}
      noValidate
      aria-label={t`About you`}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <h2 className="text-xl font-bold tracking-[-.015em]">{t`About you`}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <NameAndPhone draft={draft} change={change} submitted={submitted} fields={fields} />
        <GenderField draft={draft} change={change} error={fields.gender} />
      </div>
      <AgeFields
        value={draft}
        onChange={(ageDeclaration) => change({ ...ageDeclaration })}
        error={fields["birthDate"]}
      />
      <TextAreaField
        label={t`A few words about you`}
        optional={t`optional`}
        maxLength={NOTE_MAX_LENGTH}
        value={draft.bio}
        hint={useMaskHint(draft.bio)}
        error={fields["bio"]}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <LanguagesField value={draft.languages} onChange={(languages) => change({ languages })} />
      <PreferenceFields value={draft.preferences} onChange={(preferences) => change({ preferences })} />
      <NeedsFields
        value={draft.needs}
        hint={t`Never shared automatically. You can use it in searches and requests.`}
        onChange={(needs) => change({ needs })}
        inProfile
      />
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? t`Saving…` : t`Save`}
        </Button>
        {isDirty && (
          <Button variant="ghost" onClick={clearDraft}>
            {t`Undo changes`}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Unsaved input over the saved values. `submit` returns false if the input is invalid. */
function usePersonalDetailsForm(profile: Profile) {
  const { t } = useLingui();
  const saved = draftFromProfile(profile);
  const [draft, change, clearDraft] = useDraft<PersonalDetailsDraft>(`profile.${profile.uid}`, saved);
  const [submitted, setSubmitted] = useState(false);
  const save = useChangeProfile();
  const toast = useToast();
  const submit = (): boolean => {
    setSubmitted(true);
    if (save.isPending) return true;
    if (Object.keys(validatePersonalDetails(draft)).length > 0) return false;
    save.mutate(changedFields(draft, saved), {
      onSuccess: () => {
        clearDraft();
        setSubmitted(false);
        toast({ message: t`Saved.`, type: "success" });
      },
    });
    return true;
  };
  return { draft, change, forget: clearDraft, isDirty: hasChanges(draft, saved), save, tried: submitted, submit };
}

interface PersonalDetailsFieldsProps {
  readonly draft: PersonalDetailsDraft;
  readonly change: (changes: Partial<PersonalDetailsDraft>) => void;
}

function NameAndPhone({
  draft,
  change,
  submitted,
  fields,
}: PersonalDetailsFieldsProps & { submitted: boolean; fields: Record<string, string> }) {
  const { t } = useLingui();
  const problems = submitted ? validatePersonalDetails(draft) : {};
  const field = (name: "firstName" | "lastName") => ({
    value: draft[name],
    error: problems[name] ? t`Please fill this in.` : fields[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={t`First name`}
        autoComplete="given-name"
        maxLength={NAME_MAX_LENGTH}
        required
        {...field("firstName")}
      />
      <TextField
        label={t`Last name`}
        autoComplete="family-name"
        maxLength={NAME_MAX_LENGTH}
        required
        {...field("lastName")}
      />
      <PhoneField
        value={draft.phone}
        error={problems.phone ?? fields["phone"]}
        onChange={(phone) => change({ phone })}
      />
      <CheckField
        label={t`Share my phone number with people I travel with`}
        hint={t`Shared from acceptance until 24 h after the ride.`}
        checked={draft.phoneShared}
        onChange={(phoneShared) => change({ phoneShared })}
      />
    </>
  );
}

function GenderField({ draft, change, error }: PersonalDetailsFieldsProps & { error: string | undefined }) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Gender`}
      value={draft.gender}
      error={error}
      options={[
        { value: "female", label: t`Female` },
        { value: "male", label: t`Male` },
        { value: "nonbinary", label: t`Nonbinary` },
        { value: "undisclosed", label: t`Prefer not to say` },
      ]}
      hint={t`Only used for rides offered to the host's own gender.`}
      onChange={(gender) => change({ gender })}
    />
  );
}
