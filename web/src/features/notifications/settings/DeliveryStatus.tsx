import type {
  Notification as ToldNotice,
  NotificationChannel,
  NotificationDelivery,
} from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { timeAgoText } from "../time-ago.ts";
import { recentNotifications, useSendTest } from "../notifications.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Recent notifications with their delivery status per channel, and buttons that send a test. */
export function DeliveryStatus() {
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

const STATE_LOOKS = {
  waiting: { tone: "info", icon: "clock" },
  sent: { tone: "info", icon: "send" },
  delivered: { tone: "ok", icon: "check-circle" },
  failed: { tone: "bad", icon: "error" },
  skipped: { tone: "quiet", icon: "minus" },
} as const;

function DeliveryList({ notification: { deliveries } }: { notification: ToldNotice }) {
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
          <Pill {...STATE_LOOKS[state]}>{`${channels[channel]}: ${states[state]}`}</Pill>
          {reason && <span className="text-ink-2">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}
