import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { ownRole } from "#shared/console/own-role.ts";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { type Theme, useTheme } from "#shared/theme.ts";
import { Avatar, initialsOf } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Menu, type MenuItem } from "#shared/ui/Menu.tsx";
import { inboxAddress } from "./pending-requests.ts";
import { useLogOut } from "./use-log-out.ts";
import { usePendingRequests } from "./use-pending-requests.ts";

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

/** Opens a draft of an e-mail to support. */
function ReportIssueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const user = useUser();
  const openDraft = () => {
    location.href = supportEmailLink({
      subject: t`Report Issue - ${communitySettings.name}`,
      sender: t`From: ${user.displayName || user.email}`,
      email: t`E-mail: ${user.email}`,
      question: t`What happened, and what did you expect instead?`,
    });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Report Issue`}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button icon="mail" onClick={openDraft}>
            {t`Open Email Client`}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        <Trans>
          Please write an e-mail to{" "}
          <a
            href={`mailto:${communitySettings.supportEmail}`}
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            {communitySettings.supportEmail}
          </a>{" "}
          and tell us what went wrong. The draft already has your name and e-mail address.
        </Trans>
      </p>
    </Dialog>
  );
}

interface SupportEmail {
  subject: string;
  sender: string;
  email: string;
  question: string;
}

/**
 * `mailto:` URL of a prefilled e-mail to support. Uses CRLF line breaks, and encodes all input so that it cannot add
 * headers.
 */
function supportEmailLink({ subject, sender, email, question }: SupportEmail): string {
  const body = [sender, email, "", question, ""].join("\r\n");
  return `mailto:${communitySettings.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
