import {
  type Notification,
  notificationKinds,
  type NotificationGroup,
} from "@commonlane/contract/notifications";
import { useLingui } from "@lingui/react/macro";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Link } from "#shared/ui/Link.tsx";
import { timeAgoText } from "./time-ago.ts";

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
export function NotificationItem({
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
