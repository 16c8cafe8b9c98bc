import {
  type Notification,
  notificationKinds,
  type NotificationGroup,
} from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { ownNotifications, useMarkRead } from "./notifications.queries.ts";
import { usePush } from "./push/use-push.ts";
import { timeAgoText } from "./time-ago.ts";

/** The user's notifications, newest first. */
export function NotificationsScreen() {
  const { t } = useLingui();
  useTitle(t`Notifications`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Notifications`}</h1>
        <Link to="/settings/notifications" className={buttonClasses("ghost")}>
          <Icon name="settings" />
          {t`Settings`}
        </Link>
      </div>
      <PushOffer />
      <NotificationList />
    </div>
  );
}

function NotificationList() {
  const { t } = useLingui();
  const query = useInfiniteQuery(ownNotifications);
  const { data, dataUpdatedAt } = query;
  const markRead = useMarkRead();
  if (!data) return <NotLoaded query={query} />;
  const notifications = data.pages.flatMap(({ items }) => items);
  const [newest] = notifications;
  if (!newest) return <NoNotifications />;
  return (
    <>
      <h2 className="sr-only">{t`Your notifications`}</h2>
      {notifications.some(({ readAt }) => readAt === null) && (
        <>
          <Button
            variant="line"
            icon="check"
            className="justify-self-start"
            busy={markRead.isPending}
            onClick={() => markRead.mutate({ upTo: newest.id })}
          >
            {t`Mark all as read`}
          </Button>
          {markRead.error && <Notice tone="bad">{markRead.error.message}</Notice>}
        </>
      )}
      <ul className="grid divide-y divide-line overflow-hidden card">
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            now={dataUpdatedAt}
            onOpen={() => markRead.mutate({ notificationIds: [notification.id] })}
          />
        ))}
      </ul>
      <ShowMore query={query}>{t`Show older`}</ShowMore>
    </>
  );
}

function NoNotifications() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No notifications yet`}
      action={
        <Link to="/seek" className={buttonClasses()}>
          {t`Find a ride`}
        </Link>
      }
    >
      {t`Requests, answers and reminders about your rides will appear here.`}
    </EmptyState>
  );
}

const GROUP_ICONS: Record<NotificationGroup, IconName> = {
  requests: "inbox",
  answers: "check-circle",
  changes: "alert",
  reminders: "clock",
  alerts: "search",
  messages: "chat",
};

/** A newer server may send kinds that this page does not know. */
const GROUP_BY_KIND: ReadonlyMap<string, NotificationGroup | null> = new Map(
  Object.entries(notificationKinds),
);

/** One notification. Opening it marks it as read. */
function NotificationItem({
  notification,
  now,
  onOpen,
}: {
  notification: Notification;
  now: number;
  onOpen: () => void;
}) {
  const { t } = useLingui();
  const unread = notification.readAt === null;
  return (
    <li>
      <Link
        to={notification.path}
        onClick={unread ? onOpen : undefined}
        className="flex min-h-16 items-start gap-3 p-4 -outline-offset-4 hover:bg-sunken"
      >
        <NotificationPicture notification={notification} />
        <span className="min-w-0 flex-1">
          <span className={cx("block wrap-anywhere", unread ? "font-bold" : "font-semibold")}>
            {unread && (
              <span className="sr-only">
                {t({
                  comment: "Before a notification that has not been read, for screen readers.",
                  message: "Unread:",
                })}{" "}
              </span>
            )}
            {notification.title}
          </span>
          <span className="block text-ink-2 wrap-anywhere">{notification.text}</span>
          <time dateTime={notification.createdAt} className="block text-sm text-ink-3">
            {timeAgoText(notification.createdAt, now)}
          </time>
        </span>
        {unread && (
          <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-brand" />
        )}
      </Link>
    </li>
  );
}

function NotificationPicture({ notification: { person, kind } }: { notification: Notification }) {
  if (person) return <Avatar uid={person.uid} name={person.displayName} photo={person.photo} />;
  const group = GROUP_BY_KIND.get(kind);
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
      <Icon name={group ? GROUP_ICONS[group] : "bell"} />
    </span>
  );
}

const PUSH_DECLINED_KEY = "commonlane.push-offer-declined";

/**
 * Offers push on the notifications page. The browser asks for permission only after a click, and declining hides the
 * offer for good.
 */
function PushOffer() {
  const { t } = useLingui();
  const push = usePush();
  const [declined, setDeclined] = useState(wasPushDeclined);
  if (push.on || declined || !push.supported) return null;
  const decline = () => {
    rememberPushDeclined();
    setDeclined(true);
  };
  return (
    <section aria-labelledby="push-offer" className="grid gap-3 card p-4">
      <div className="flex items-start gap-3">
        <Icon name="bell" className="mt-0.5 size-6 text-brand-ink" />
        <div>
          <h2 id="push-offer" className="font-bold">{t`Get notified when the app is closed`}</h2>
          <p className="text-ink-2">{t`Get answers and reminders right away. Otherwise we'll e-mail you.`}</p>
        </div>
      </div>
      <ErrorNotice error={push.problem} />
      <div className="flex flex-wrap gap-2">
        <Button busy={push.busy} onClick={() => push.setEnabled(true)}>{t`Turn on push`}</Button>
        <Button variant="ghost" onClick={decline}>{t`Not now`}</Button>
      </div>
    </section>
  );
}

function wasPushDeclined(): boolean {
  try {
    return localStorage.getItem(PUSH_DECLINED_KEY) !== null;
  } catch {
    return false;
  }
}

function rememberPushDeclined(): void {
  try {
    localStorage.setItem(PUSH_DECLINED_KEY, "yes");
  } catch {
    // Without storage, the offer is shown again.
  }
}
