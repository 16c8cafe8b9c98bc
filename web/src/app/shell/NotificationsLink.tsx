import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { formatUnreadCount } from "#shared/chat/unread-count.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { NavLink } from "#shared/ui/Link.tsx";

const UnreadNotifications = lazyScreen(
  afterCalls(() => import("#features/notifications/UnreadNotifications.tsx")),
  "UnreadNotifications",
);

/** Bell icon in the top bar with the number of unread notifications. */
export function NotificationsLink() {
  const { t } = useLingui();
  const [count, setCount] = useState(0);
  const tooltip =
    count > 0
      ? t`${plural(count, {
          one: "# unread notification",
          other: "# unread notifications",
        })}`
      : t`Notifications`;
  return (
    <>
      <Suspense fallback={null}>
        <UnreadNotifications onChange={setCount} />
      </Suspense>
      <NavLink
        to="/notifications"
        title={tooltip}
        aria-label={tooltip}
        className={({ isActive }) =>
          cx(
            "relative grid size-11 place-items-center rounded-md hover:bg-sunken",
            isActive && "bg-brand-soft text-brand-ink",
          )
        }
      >
        <Icon name="bell" className="size-6" />
        {count > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface">
            {formatUnreadCount(count)}
          </span>
        )}
      </NavLink>
    </>
  );
}
