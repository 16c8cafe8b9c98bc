import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ownRole } from "#shared/console/own-role.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Avatar, initialsOf } from "#shared/ui/Avatar.tsx";
import { Menu, type MenuItem } from "#shared/ui/Menu.tsx";
import { ReportIssueDialog } from "./ReportIssueDialog.tsx";
import { useLogOut } from "./use-log-out.ts";
import { inboxAddress } from "./pending-requests.ts";
import { usePendingRequests } from "./use-pending-requests.ts";
import { type Theme, useTheme } from "#shared/theme.ts";

/** Avatar button with the account menu. */
export function AccountMenu() {
  const { t } = useLingui();
  const { user } = useSession();
  const [isReporting, setIsReporting] = useState(false);
  const items = useMenuItems(() => setIsReporting(true));
  const theme = useThemeItem();
  if (!user) return null;
  const { uid, displayName, email, photo } = user;
  return (
    <>
      <Menu
        label={t`Account menu, ${initialsOf(displayName, email)}`}
        trigger={<Avatar uid={uid} name={displayName} email={email} photo={photo} />}
        triggerClassName="ms-1 rounded-full"
        header={
          <div className="leading-snug">
            {displayName && <p className="truncate font-semibold">{displayName}</p>}
            <p className="truncate text-sm text-ink-3">{email}</p>
            <p role="status" className="sr-only">
              {theme.label}
            </p>
          </div>
        }
        items={items}
      />
      <ReportIssueDialog open={isReporting} onClose={() => setIsReporting(false)} />
    </>
  );
}

/** The specification's entries, and our own beside them. */
function useMenuItems(reportIssue: () => void): MenuItem[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const pending = usePendingRequests();
  const { text } = pending;
  const theme = useThemeItem();
  const { user } = useSession();
  const role = useQuery({
    ...ownRole,
    enabled: user !== undefined,
  }).data;
  const openReports = role?.openReports ?? 0;
  const goTo = (path: string) => () => void navigate(path);
  return [
    {
      label: t`Your rides`,
      icon: "calendar",
      onSelect: goTo("/your-rides"),
    },
    {
      label:
        pending.seatRequests + pending.offers > 0
          ? t`Inbox (${text})`
          : t({
              comment: "Menu entry: requests that wait for an answer.",
              message: "Inbox",
            }),
      icon: "inbox",
      onSelect: goTo(inboxAddress(pending)),
    },
    {
      label: t`Events`,
      icon: "pin",
      onSelect: goTo("/events"),
    },
    {
      label: t`Groups`,
      icon: "users",
      onSelect: goTo("/groups"),
    },
    {
      label: t`Profile`,
      icon: "user",
      onSelect: goTo("/profile"),
    },
    ...(role?.moderator
      ? [
          {
            label: openReports > 0 ? t`Moderation (${openReports})` : t`Moderation`,
            icon: "shield" as const,
            onSelect: goTo("/moderation/reports"),
          },
        ]
      : []),
    {
      label: t`Settings`,
      icon: "settings",
      onSelect: goTo("/settings"),
    },
    theme,
    {
      label: t`Report Issue`,
      icon: "flag",
      onSelect: reportIssue,
    },
    {
      label: t`Logout`,
      icon: "logout",
      onSelect: () => void logOut(),
    },
  ];
}

const nextThemes: Record<Theme, Theme> = {
  light: "dark",
  dark: "system",
  system: "light",
};

/** Menu item that shows the theme, and changes to the next one. */
function useThemeItem() {
  const { t } = useLingui();
  const [theme, setTheme] = useTheme();
  const labels: Record<Theme, string> = {
    light: t`Theme: light`,
    dark: t`Theme: dark`,
    system: t`Theme: as device`,
  };
  return {
    label: labels[theme],
    icon: "eye",
    keepsOpen: true,
    onSelect: () => setTheme(nextThemes[theme]),
  } as const;
}
