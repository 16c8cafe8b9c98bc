import { DATA_LICENCES, DataLicence, RideListing } from "@commonlane/contract/community-settings";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import {
  communitySettingsQuery,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { Webhooks } from "../webhooks/Webhooks.tsx";
import { Receivers } from "./Receivers.tsx";

/** Rides that are shown elsewhere: the setting, what leaves and who reads it. */
export function RideFeedsView() {
  const { t } = useLingui();
  const toast = useToast();
  const settingsQuery = useQuery(communitySettingsQuery);
  const settings = settingsQuery.data;
  if (!settings) return <NotLoaded query={settingsQuery} />;
  const isOn = settings.values.rideListing !== null && settings.values.publicRides !== "off";
  return (
    <>
      <h2 className="sr-only">{t`Elsewhere`}</h2>
      <p className="text-ink-2">
        {t`Hosts can agree that their rides are also shown in journey planners and neighbouring communities. Approximate places, times to five minutes, price and free seats leave this server, with the host's first name where a standard needs it.`}
      </p>
      <ModerationSection title={t`What leaves`}>
        <ListingForm
          settings={settings}
          submitLabel={t`Save`}
          onSaved={() =>
            toast({
              message: t`Saved`,
              type: "success",
            })
          }
        />
      </ModerationSection>
      {isOn && <Receivers />}
      <Webhooks />
    </>
  );
}

/** Whether rides may leave, and what feeds say about the community. */
function ListingForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
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
    saving.save({
      rideListing: isOn
        ? {
            agencyId: agencyId.trim(),
            routeType,
            licence,
          }
        : null,
    });
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
