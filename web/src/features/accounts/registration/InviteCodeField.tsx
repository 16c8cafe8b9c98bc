import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { TextField } from "#shared/ui/fields/TextField.tsx";

interface InviteCodeFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  /** True if the server rejected the sign-up without a code. */
  isRequired: boolean;
}

/** First field of the form where only people with an invite code can join. */
export function InviteCodeField({ isRequired, ...input }: InviteCodeFieldProps) {
  const { t } = useLingui();
  // A page that was opened before the rule changed learns it from the response to the first step.
  if (!isRequired && !communitySettings.inviteOnly) return null;
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
