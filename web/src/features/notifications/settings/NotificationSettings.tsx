import type { QuietHours } from "@commonlane/contract/notification-channels";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { ChannelChoices } from "./ChannelChoices.tsx";
import { notificationSettings, useChangeNotificationSettings } from "../notifications.queries.ts";
import { PushDevices } from "../push/PushDevices.tsx";
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

const DEFAULT_QUIET_HOURS = {
  from: "22:00",
  until: "07:00",
};

/**
 * Hours in which only urgent notifications are sent. If saving fails, the fields show the saved value next to the
 * error.
 */
function QuietHoursFields({ saved }: { saved: QuietHours | null }) {
  const { t } = useLingui();
  const save = useChangeNotificationSettings();
  const [typed, setTyped] = useState<QuietHours | null>();
  const quietHours = typed === undefined ? saved : typed;
  const change = (hours: QuietHours | null) => {
    setTyped(hours);
    // Incomplete times and ranges that the server would reject are not sent.
    if (hours && (!hours.from || !hours.until || isEmptyRange(hours))) return;
    // Keep input that was typed after this request was sent.
    const onSettled = () => setTyped((current) => (current === hours ? undefined : current));
    save.mutate({ quietHours: hours }, { onSettled });
  };
  const zone = quietHours?.timeZone.replaceAll("_", " ");
  return (
    <div className="grid gap-3">
      <CheckField
        label={t`Quiet hours`}
        hint={t`We hold back anything that can wait. Urgent notifications still arrive.`}
        checked={quietHours !== null}
        onChange={(on) =>
          change(
            on
              ? {
                  ...DEFAULT_QUIET_HOURS,
                  timeZone: deviceTimeZone(),
                }
              : null,
          )
        }
      />
      {quietHours && (
        <div className="ms-8 grid grid-cols-2 gap-3 sm:max-w-80">
          <TextField
            type="time"
            label={t`From`}
            {...bindText(quietHours.from, (from) =>
              change({
                ...quietHours,
                from,
              }),
            )}
          />
          <TextField
            type="time"
            label={t({
              comment: "End of the hours without notifications.",
              message: "Until",
            })}
            {...bindText(quietHours.until, (until) =>
              change({
                ...quietHours,
                until,
              }),
            )}
            error={isEmptyRange(quietHours) ? t`Start and end must be different.` : undefined}
          />
          <p className="col-span-2 text-sm text-ink-3">{t`Time zone: ${zone}`}</p>
        </div>
      )}
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </div>
  );
}

function isEmptyRange({ from, until }: QuietHours) {
  return from !== "" && from === until;
}
