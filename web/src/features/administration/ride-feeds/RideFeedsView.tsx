import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { Webhooks } from "../webhooks/Webhooks.tsx";
import { ListingForm } from "./ListingForm.tsx";
import { Receivers } from "./Receivers.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

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
