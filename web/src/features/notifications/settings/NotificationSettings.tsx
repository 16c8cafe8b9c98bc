import type { QuietHours } from "@commonlane/contract/notification-channels";
import type {
  Notification,
  NotificationChannel,
  NotificationDelivery,
} from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { Skeleton, SkeletonCards } from "#shared/ui/Skeleton.tsx";
import {
  notificationSettings,
  recentNotifications,
  useChangeNotificationSettings,
  useSendTest,
} from "../notifications.queries.ts";
import { PushDevices } from "../push/PushDevices.tsx";
import { timeAgoText } from "../time-ago.ts";
import { ChannelChoices } from "./ChannelChoices.tsx";

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

/** Recent notifications with their delivery status per channel, and buttons that send a test. */
function DeliveryStatus() {
  const { t } = useLingui();
  const test = useSendTest();
  const button = (channel: NotificationChannel, label: string) => (
    <Button
      variant="line"
      icon="send"
      busy={test.isPending && test.variables === channel}
      onClick={() => !test.isPending && test.mutate(channel)}
    >
      {label}
    </Button>
  );
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{t`Recent deliveries`}</h3>
      <div className="flex flex-wrap gap-2">
        {button("push", t`Send test push`)}
        {button("email", t`Send test e-mail`)}
      </div>
      {test.error && <Notice tone="bad">{test.error.message}</Notice>}
      <RecentNotifications />
    </div>
  );
}

function RecentNotifications() {
  const { t } = useLingui();
  const query = useInfiniteQuery(recentNotifications);
  const { data, dataUpdatedAt } = query;
  if (!data) return <NotLoaded query={query} placeholder={<SkeletonCards count={1} />} />;
  const recent = data.pages.flatMap(({ items }) => items);
  if (recent.length === 0)
    return (
      <p className="text-ink-2">{t`No notifications yet. Send a test to check that they reach you.`}</p>
    );
  return (
    <>
      <ul
        aria-live="polite"
        aria-label={t`Recent deliveries`}
        className="grid divide-y divide-line card"
      >
        {recent.map((notification) => (
          <li key={notification.id} className="grid gap-1.5 p-4">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-semibold wrap-anywhere">{notification.title}</span>
              <span className="text-sm text-ink-3">
                {timeAgoText(notification.createdAt, dataUpdatedAt)}
              </span>
            </p>
            <DeliveryList notification={notification} />
          </li>
        ))}
      </ul>
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}

const DELIVERY_LOOKS = {
  waiting: { tone: "info", icon: "clock" },
  sent: { tone: "info", icon: "send" },
  delivered: { tone: "ok", icon: "check-circle" },
  failed: { tone: "bad", icon: "error" },
  skipped: { tone: "quiet", icon: "minus" },
} as const;

function DeliveryList({ notification: { deliveries } }: { notification: Notification }) {
  const { t } = useLingui();
  const states = {
    waiting: t`pending`,
    sent: t`sent`,
    delivered: t`delivered`,
    failed: t`failed`,
    skipped: t`not sent`,
  };
  const channels = {
    push: t`Push`,
    email: t`E-mail`,
  };
  return (
    <ul className="grid gap-1.5">
      {deliveries.map(({ channel, state, reason }: NotificationDelivery) => (
        <li key={channel} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <Pill {...DELIVERY_LOOKS[state]}>{`${channels[channel]}: ${states[state]}`}</Pill>
          {reason && <span className="text-ink-2">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
