import type { Profile } from "@commonlane/contract/profiles";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { namesIn } from "#shared/formatting/formatters.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { NameFields } from "#shared/profile/NameFields.tsx";
import { PreferenceFields } from "#shared/profile/PreferenceFields.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { DetailsFormLayout } from "./DetailsFormLayout.tsx";
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

// The languages most spoken or learned in Europe. Other languages that a profile already has stay in it.
const OFFERED_LANGUAGES =
  "ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy is it ja ka ko lt lv mk mt nb nl pl pt ro ru sk sl sq sr sv tr uk ur vi zh";
const LANGUAGES_MAX = 20;

interface LanguagesFieldProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** The languages the user speaks, added one by one. */
function LanguagesField({ value, onChange }: LanguagesFieldProps) {
  const { t, i18n } = useLingui();
  const names = namesIn(i18n.locale, { type: "language" });
  const languageName = (code: string) => names.of(code) ?? code;
  const remainingOptions = OFFERED_LANGUAGES.split(" ")
    .filter((code) => !value.includes(code))
    .map((code) => ({
      value: code,
      label: languageName(code),
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale));
  return (
    <div className="grid gap-2">
      <SelectField
        label={t`Languages you speak`}
        value=""
        disabled={value.length >= LANGUAGES_MAX}
        options={[
          {
            value: "",
            label: t`Add a language…`,
          },
          ...remainingOptions,
        ]}
        onChange={(code) => code && onChange([...value, code])}
      />
      {value.length > 0 && (
        <ul aria-label={t`Languages you speak`} className="flex flex-wrap gap-2">
          {value.map((code) => (
            <li key={code}>
              <button
                type="button"
                aria-label={t`Remove ${languageName(code)}`}
                onClick={() => onChange(value.filter((spoken) => spoken !== code))}
                className="flex min-h-11 items-center gap-1.5 rounded-full bg-sunken ps-4 pe-3 font-semibold hover:bg-line"
              >
                {languageName(code)}
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
