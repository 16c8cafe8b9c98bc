import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { formatUnreadCount } from "#shared/chat/unread-count.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { cx } from "#shared/ui/cx.ts";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link, NavLink } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { ChatsButton } from "./ChatsButton.tsx";
import { inboxAddress, NO_PENDING_REQUESTS } from "./pending-requests.ts";

/** The four tabs, in the specification's order. */
const navigationTabs = [
  {
    to: "/home",
    label: msg({
      comment: "Name of the first screen.",
      message: "Home",
    }),
    icon: "home",
  },
  {
    to: "/active-drivers",
    label: msg`Drivers`,
    icon: "compass",
  },
  {
    to: "/host",
    label: msg({
      comment: "Menu entry: offer a ride.",
      message: "Host",
    }),
    icon: "car",
  },
  {
    to: "/seek",
    label: msg({
      comment: "Menu entry: look for a ride.",
      message: "Seek",
    }),
    icon: "hand",
  },
] as const satisfies readonly {
  to: string;
  label: unknown;
  icon: IconName;
}[];

const AccountMenu = lazyScreen(
  afterCalls(() => import("./AccountMenu.tsx")),
  "AccountMenu",
);

/** Top bar of every signed-in screen. */
export function NavigationBar() {
  const { t, i18n } = useLingui();
  const user = useUser();
  return (
    <header className="sticky top-0 z-30 flex h-16 shrink-0 items-center gap-1 border-b border-line bg-surface px-(--gutter)">
      <Link to="/home" aria-label={t`${communitySettings.name}, home`} className="flex rounded-sm">
        <Logo className="max-[26rem]:[&>span]:sr-only" />
      </Link>
      <nav
        aria-label={t({
          comment: "Name of the main navigation, for screen readers.",
          message: "Main",
        })}
        className="ms-8 hidden h-full gap-1 lg:flex"
      >
        {navigationTabs.map((tab) => (
          <NavLink
            key={tab.to}
            to={tab.to}
            className={({ isActive }) =>
              cx(
                "relative flex items-center px-4 font-semibold -outline-offset-4",
                isActive
                  ? "text-brand-ink after:absolute after:inset-x-3 after:bottom-0 after:h-[3px] after:rounded-t after:bg-brand"
                  : "text-ink-2 hover:text-ink",
              )
            }
          >
            {i18n._(tab.label)}
          </NavLink>
        ))}
      </nav>
      <div className="ms-auto flex items-center lg:gap-1.5">
        <YourRidesLink />
        <RequestsLink />
        <ChatsButton />
        <NotificationsLink />
        <Suspense
          fallback={
            <Avatar
              uid={user.uid}
              name={user.displayName}
              email={user.email}
              photo={user.photo}
              className="ms-1"
            />
          }
        >
          <AccountMenu />
        </Suspense>
      </div>
    </header>
  );
}

/** Link to the user's rides, in the top bar of every screen. */
function YourRidesLink() {
  const { t } = useLingui();
  return (
    <NavLink
      to="/your-rides"
      className={({ isActive }) =>
        cx(
          "grid size-11 place-items-center rounded-md font-semibold hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3",
          isActive && "bg-brand-soft text-brand-ink",
        )
      }
    >
      <Icon name="calendar" className="size-6" />
      <span className="max-lg:sr-only">{t`Your rides`}</span>
    </NavLink>
  );
}

const PendingRequestsCounter = lazyScreen(
  afterCalls(() => import("./PendingRequestsCounter.tsx")),
  "PendingRequestsCounter",
);

/** Link to the inbox of requests and offers, with the number of pending ones. */
function RequestsLink() {
  const { t } = useLingui();
  const [pending, setPending] = useState(NO_PENDING_REQUESTS);
  const count = pending.seatRequests + pending.offers;
  const tooltip =
    count > 0
      ? t`${plural(count, {
          one: "# request needs your answer",
          other: "# requests need your answer",
        })}`
      : undefined;
  return (
    <>
      <Suspense fallback={null}>
        <PendingRequestsCounter onChange={setPending} />
      </Suspense>
      <NavLink
        to={inboxAddress(pending)}
        title={tooltip}
        className={({ isActive }) =>
          cx(
            "relative grid size-11 place-items-center rounded-md font-semibold hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3",
            isActive && "bg-brand-soft text-brand-ink",
          )
        }
      >
        <Icon name="inbox" className="size-6" />
        <span className="max-lg:sr-only">{t`Inbox`}</span>
        {count > 0 && (
          <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface lg:static">
            {pending.text}
            <span className="sr-only"> {t`waiting`}</span>
          </span>
        )}
      </NavLink>
    </>
  );
}

const UnreadNotifications = lazyScreen(
  afterCalls(() => import("#features/notifications/UnreadNotifications.tsx")),
  "UnreadNotifications",
);

/** Bell icon in the top bar with the number of unread notifications. */
function NotificationsLink() {
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

/** Bottom navigation on phones. */
export function TabBar() {
  const { t, i18n } = useLingui();
  return (
    <nav
      aria-label={t`Main`}
      className="sticky bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {navigationTabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          className={({ isActive }) =>
            cx(
              "flex h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold -outline-offset-4",
              isActive ? "text-brand-ink" : "text-ink-3",
            )
          }
        >
          {({ isActive }) => (
            <>
              <span
                className={cx(
                  "grid h-7 w-14 place-items-center rounded-full",
                  isActive && "bg-brand-soft",
                )}
              >
                <Icon name={tab.icon} />
              </span>
              {i18n._(tab.label)}
            </>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
