import { LEGAL_ENTITY_MAX_LENGTH } from "@commonlane/contract/community-settings";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { type SettingsFormProps, useSaveSettings } from "#shared/console/console.queries.ts";

/** Who runs the service. */
export function LegalForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const [draft, change, clear] = useDraft("settings.legal", {
    legalEntity: settings.values.legalEntity ?? "",
  });
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  return (
    <SettingsForm
      saving={saving}
      submitLabel={submitLabel}
      onSubmit={() => saving.save({ legalEntity: draft.legalEntity.trim() || null })}
    >
      <TextAreaField
        label={t`Who runs this service`}
        {...fixedFieldProps(
          settings,
          "legalEntity",
          t`Name and postal address, shown in the privacy policy.`,
        )}
        maxLength={LEGAL_ENTITY_MAX_LENGTH}
        error={saving.errors["legalEntity"]}
        {...bindText(draft.legalEntity, (legalEntity) => change({ legalEntity }))}
      />
    </SettingsForm>
  );
}
