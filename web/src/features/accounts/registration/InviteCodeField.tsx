import { community } from "@commonlane/contract/community-admin";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useEffect, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { TextField } from "#shared/ui/fields/TextField.tsx";

interface InviteCodeFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  /** True if the server rejected the sign-up without a code. */
  isRequired: boolean;
}

/** First field of the form where only people with an invite code can join. */
export function InviteCodeField({ isRequired, ...input }: InviteCodeFieldProps) {
  const { t } = useLingui();
  const [isInviteOnly, setInviteOnly] = useState(false);
  useEffect(() => {
    const loadInviteOnly = async () => setInviteOnly((await call(community.bulletin, {})).inviteOnly);
    // If this fails, the response to the first step reports the missing code.
    loadInviteOnly().catch(() => {});
  }, []);
  if (!isRequired && !isInviteOnly) return null;
  return (
    <TextField
      label={t`Invite code`}
      hint={t`You need an invite code to join.`}
      autoComplete="off"
      maxLength={40}
      {...input}
    />
  );
}
