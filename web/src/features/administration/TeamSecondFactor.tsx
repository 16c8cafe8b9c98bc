import type { SettingsView } from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { communitySettingsQuery, useSaveSettings } from "#shared/console/console.queries.ts";

/** Whether the team needs a second factor. */
export function TeamSecondFactor() {
  const { t } = useLingui();
  const settings = useQuery(communitySettingsQuery).data;
  if (!settings) return null;
  return (
    <ModerationSection title={t`Second factor`}>
      <RequirementForm key={settings.values.requireSecondFactor} settings={settings} />
    </ModerationSection>
  );
}

function RequirementForm({ settings }: { settings: SettingsView }) {
  const { t } = useLingui();
  const toast = useToast();
  const [requireSecondFactor, setRequired] = useState(settings.values.requireSecondFactor);
  const saving = useSaveSettings(() =>
    toast({
      message: t`Saved.`,
      type: "success",
    }),
  );
  const submit = () => saving.save({ requireSecondFactor });
  return (
    <SettingsForm saving={saving} submitLabel={t`Save`} onSubmit={submit}>
      <SelectField
        label={t`Who needs a second factor`}
        {...fixedFieldProps(
          settings,
          "requireSecondFactor",
          t`A passkey, or a code after the password. Without one, the console stays closed. Set up your own first.`,
        )}
        error={saving.errors["requireSecondFactor"]}
        value={requireSecondFactor}
        options={[
          {
            value: "none",
            label: t`Everyone decides for themselves`,
          },
          {
            value: "team",
            label: t`Moderators and administrators`,
          },
        ]}
        onChange={setRequired}
      />
    </SettingsForm>
  );
}
