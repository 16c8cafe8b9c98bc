import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ownRole } from "#features/moderation/own-role.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { initialsOf } from "#shared/ui/initials.ts";
import { Menu } from "#shared/ui/Menu.tsx";
import { ReportIssueDialog } from "./ReportIssueDialog.tsx";
import { useLogOut } from "./use-log-out.ts";
import { usePendingRequests } from "./use-pending-requests.ts";

/** Avatar button with the account menu. */
export function AccountMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { user } = useSession();
  const logOut = useLogOut();
  const [isReporting, setIsReporting] = useState(false);
  const { count, text } = usePendingRequests();
  const { data: role } = useQuery({ ...ownRole, enabled: user !== undefined });
  if (!user) return null;
  const open = role?.openReports ?? 0;
  const moderation = { label: open > 0 ? t`Moderation (${open})` : t`Moderation`, icon: "shield" as const };
  const requests = count > 0 ? t`Requests (${text})` : t`Requests`;
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
          </div>
        }
        items={[
          { label: requests, icon: "inbox", onSelect: () => void navigate("/requests") },
          { label: t`Profile`, icon: "user", onSelect: () => void navigate("/profile") },
          ...(role?.moderator ? [{ ...moderation, onSelect: () => void navigate("/moderation/reports") }] : []),
          { label: t`Report Issue`, icon: "flag", onSelect: () => setIsReporting(true) },
          { label: t`Logout`, icon: "logout", onSelect: () => void logOut() },
        ]}
      />
      <ReportIssueDialog open={isReporting} onClose={() => setIsReporting(false)} />
    </>
  );
}
