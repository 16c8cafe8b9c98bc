import type { Profile } from "@commonlane/contract/profiles";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { NameFields } from "#shared/profile/NameFields.tsx";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { DetailsFormLayout } from "./DetailsFormLayout.tsx";
import { LanguagesField } from "./LanguagesField.tsx";
import { useDetailsForm } from "./use-details-form.ts";

/** Form for what others see of the user: name, bio, languages and preferences. */
export function EditProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { t } = useLingui();
  const form = useDetailsForm(profile, "profile", onSaved);
  const { draft, change, fields, problems } = form;
  const errorOf = (name: "firstName" | "lastName") =>
    problems[name] ? t`Please fill this in.` : fields[name];
  return (
    <DetailsFormLayout form={form} label={t`About you`}>
      <NameFields
        names={draft}
        onChange={change}
        errors={{
          firstName: errorOf("firstName"),
          lastName: errorOf("lastName"),
        }}
      />
      <TextAreaField
        label={t`A few words about you`}
        optional={t`optional`}
        maxLength={NOTE_MAX_LENGTH}
        {...bindText(draft.bio, (bio) => change({ bio }))}
        hint={useMaskHint(draft.bio)}
        error={fields["bio"]}
      />
      <LanguagesField value={draft.languages} onChange={(languages) => change({ languages })} />
      <PreferenceFields
        value={draft.preferences}
        onChange={(preferences) => change({ preferences })}
      />
    </DetailsFormLayout>
  );
}
