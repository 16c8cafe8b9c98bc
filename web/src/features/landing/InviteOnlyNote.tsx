import { community } from "@commonlane/contract/community-admin";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** Says, before anyone opens the form, that joining needs an invite code. Shows nothing in other communities. */
export function InviteOnlyNote() {
  const [isInviteOnly, setInviteOnly] = useState(false);
  useEffect(() => {
    const load = async () => setInviteOnly((await call(community.bulletin, {})).inviteOnly);
    // If this fails, the sign-up form still says so.
    load().catch(() => {});
  }, []);
  if (!isInviteOnly) return null;
  return (
    <p
      role="status"
      className="mt-4 flex w-fit items-center gap-2 rounded-full bg-surface px-3.5 py-2 text-sm font-semibold shadow-3"
    >
      <Icon name="lock" className="text-brand" />
      <Trans>You need an invite code to join.</Trans>
    </p>
  );
}
