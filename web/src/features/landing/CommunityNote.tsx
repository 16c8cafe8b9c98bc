import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/**
 * Says, before anyone opens a form, that the community is closed for maintenance or that joining needs an invite code.
 */
export function CommunityNote() {
  const { t } = useLingui();
  const { inviteOnly, maintenance } = communitySettings;
  return (
    <>
      {maintenance !== null && <Note>{t`Closed for maintenance: ${maintenance}`}</Note>}
      {inviteOnly && <Note>{t`You need an invite code to join.`}</Note>}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p
    role="status"
    className="mt-4 flex w-fit items-center gap-2 rounded-3xl bg-surface px-3.5 py-2 text-sm font-semibold shadow-3"
  >
    <Icon name="lock" className="text-brand" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
