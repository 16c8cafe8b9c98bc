import { useLingui } from "@lingui/react/macro";
import { isPasskeyCancelled, isPasskeyKnown } from "../passkeys/passkeys.ts";
import { errorText } from "./error-text.ts";

/** The message for a failed passkey, in words for its user. */
export function usePasskeyError(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (isPasskeyCancelled(error)) return t`No passkey was used. You can try again.`;
    if (isPasskeyKnown(error)) return t`This device already has a passkey for your account.`;
    return errorText(error, t`Your browser couldn't use a passkey. Please try again.`);
  };
}
