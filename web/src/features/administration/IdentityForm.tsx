import { COMMUNITY_NAME_MAX_LENGTH } from "@commonlane/contract/community-settings";
import { languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { type SettingsFormProps, useSaveSettings } from "#shared/console/console.queries.ts";

/** Name, support address, language and link of the community. */
export function IdentityForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const { email } = useUser();
  const { name, supportEmail, socialUrl, language } = settings.values;
  const placeholders = new Set(settings.placeholders);
  const [draft, change, clear] = useDraft("settings.identity", {
    name: placeholders.has("name") ? "" : name,
    supportEmail: placeholders.has("supportEmail") ? email : supportEmail,
    socialUrl: placeholders.has("socialUrl") ? "" : (socialUrl ?? ""),
    language,
  });
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  return (
    <SettingsForm
      saving={saving}
      submitLabel={submitLabel}
      onSubmit={() =>
        saving.save({
          ...draft,
          socialUrl: draft.socialUrl.trim() || null,
        })
      }
    >
      <TextField
        label={t`Name of the community`}
        required
        maxLength={COMMUNITY_NAME_MAX_LENGTH}
        {...fixedFieldProps(
          settings,
          "name",
          t`Shown on every page, in e-mails and when the app is installed.`,
        )}
        error={saving.errors["name"]}
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <TextField
        label={t`Support address`}
        type="email"
        inputMode="email"
        required
        maxLength={254}
        {...fixedFieldProps(settings, "supportEmail", t`Members write to this address for help.`)}
        error={saving.errors["supportEmail"]}
        {...bindText(draft.supportEmail, (supportEmail) => change({ supportEmail }))}
      />
      <SelectField
        label={t`Language`}
        {...fixedFieldProps(
          settings,
          "language",
          t`For people whose browser prefers none of the app's languages.`,
        )}
        value={draft.language}
        options={LANGUAGES.map((value) => ({
          value,
          label: languageNames[value],
        }))}
        onChange={(language) => change({ language })}
      />
      <TextField
        label={t`Link in the footer`}
        optional={t`optional`}
        type="url"
        inputMode="url"
        maxLength={500}
        {...fixedFieldProps(settings, "socialUrl", t`Such as your website.`)}
        error={saving.errors["socialUrl"]}
        {...bindText(draft.socialUrl, (socialUrl) => change({ socialUrl }))}
      />
    </SettingsForm>
  );
}
