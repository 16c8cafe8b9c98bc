import { DATA_LICENCES, DataLicence, RideListing } from "@commonlane/contract/community-settings";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { type SettingsFormProps, useSaveSettings } from "#shared/console/console.queries.ts";

/** Whether rides may leave, and what feeds say about the community. */
export function ListingForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const { rideListing, publicRides } = settings.values;
  const initial = {
    isOn: rideListing !== null,
    agencyId: rideListing?.agencyId ?? "",
    routeType: rideListing?.routeType ?? "1551",
    licence: rideListing?.licence ?? "CC-BY-4.0",
  };
  const [draft, change, clear] = useDraft("settings.ride-listing", initial);
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  const { isOn, agencyId, routeType, licence } = draft;
  const submit = () =>
    saving.save({ rideListing: isOn ? { agencyId: agencyId.trim(), routeType, licence } : null });
  const { disabled, hint } = fixedFieldProps(settings, "rideListing");
  return (
    <SettingsForm saving={saving} submitLabel={submitLabel} onSubmit={submit} isFixed={disabled}>
      {publicRides === "off" && (
        <Notice tone="warn">{t`Rides can't be public in this community, so none can leave.`}</Notice>
      )}
      <CheckField
        label={t`Hosts may have rides shown elsewhere`}
        hint={hint}
        disabled={disabled}
        checked={isOn}
        onChange={(isOn) => change({ isOn })}
      />
      {isOn && (
        <>
          <TextField
            label={t`Short name in feeds`}
            hint={t`Letters and digits, such as uniexample. Receivers use it as a key, so never change it.`}
            maxLength={20}
            disabled={disabled}
            error={saving.errors["rideListing.agencyId"] ?? saving.errors["rideListing"]}
            {...bindText(agencyId, (agencyId) => change({ agencyId }))}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={t`Route type`}
              disabled={disabled}
              value={routeType}
              options={[
                { value: "1551", label: t`1551, usual` },
                { value: "1550", label: t`1550, France` },
              ]}
              onChange={(value) => change({ routeType: RideListing.shape.routeType.parse(value) })}
            />
            <SelectField
              label={t`Licence of the data`}
              disabled={disabled}
              value={licence}
              options={DATA_LICENCES.map((value) => ({ value, label: value }))}
              onChange={(value) => change({ licence: DataLicence.parse(value) })}
            />
          </div>
        </>
      )}
    </SettingsForm>
  );
}
