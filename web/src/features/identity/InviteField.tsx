import { community } from "@commonlane/contract/community-calls";
import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useEffect, useState } from "react";
import { call } from "#shared/api.ts";
import { TextField } from "#shared/ui/TextField.tsx";

interface InviteFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  /** The server has asked for a code. */
  needed: boolean;
}

/** Where only people with an invite code can join, a field for it, before anything else is filled in. */
export function InviteField({ needed, ...input }: InviteFieldProps) {
  const { t } = useLingui();
  const [told, setTold] = useState(false);
  useEffect(() => {
    const ask = async () => setTold((await call(community.bulletin, {})).inviteOnly);
    // Where it cannot be asked now, the answer to the first step says it.
    ask().catch(() => {});
  }, []);
  if (!needed && !told) return null;
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
