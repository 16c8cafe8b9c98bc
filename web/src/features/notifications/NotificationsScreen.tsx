import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { NotificationItem } from "./NotificationItem.tsx";
import { ownNotifications, useMarkRead } from "./notifications.queries.ts";
import { PushOffer } from "./push/PushOffer.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

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
