import { community } from "@commonlane/contract/community-admin";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { TextField } from "#shared/ui/fields/TextField.tsx";

interface InviteCodeFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  /** The server has asked for a code. */
  isRequired: boolean;
}

/** Where only people with an invite code can join, a field for it, before anything else is filled in. */
export function InviteCodeField({ isRequired, ...input }: InviteCodeFieldProps) {
  const { t } = useLingui();
  const [isInviteOnly, setInviteOnly] = useState(false);
  useEffect(() => {
    const loadInviteOnly = async () => setInviteOnly((await call(community.bulletin, {})).inviteOnly);
    // Where it cannot be asked now, the answer to the first step says it.
    loadInviteOnly().catch(() => {});
  }, []);
  if (!isRequired && !isInviteOnly) return null;
  return (
    <TextField
      label={t`Invite code`}
      hint={t`Only people with an invite code can join.`}
      autoComplete="off"
      maxLength={40}
      {...input}
    />
  );
}
