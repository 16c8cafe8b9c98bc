import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { ChannelChoices } from "./ChannelChoices.tsx";
import { notificationSettings } from "../notifications.queries.ts";
import { PushDevices } from "../push/PushDevices.tsx";
import { QuietHoursFields } from "./QuietHoursFields.tsx";
import { DeliveryStatus } from "./DeliveryStatus.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Notification settings and delivery status. */
export function NotificationSettings() {
  const { t } = useLingui();
  const settingsQuery = useQuery(notificationSettings);
  const settings = settingsQuery.data;
  return (
    <section aria-labelledby="notifications" className="grid gap-5">
      <h2 id="notifications" className="sr-only">{t`Notification settings`}</h2>
      <PushDevices />
      {!settings && <NotLoaded query={settingsQuery} placeholder={<Skeleton className="h-64" />} />}
      {settings && (
        <>
          <ChannelChoices settings={settings} />
          <QuietHoursFields saved={settings.quietHours} />
        </>
      )}
      <DeliveryStatus />
    </section>
  );
}
