import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { loadPart } from "#shared/load-part.ts";

const calls = () => loadPart("recovery", () => import("./recovery.ts"));

/** Has a link that verifies an e-mail sent once more, and holds what came of it. */
export function useResentLink() {
  const { t } = useLingui();
  const { busy, error, setError, attempt } = useAttempt();
  const [sent, setSent] = useState<string>();
  const resend = (email: string) => {
    setSent(undefined);
    const failed = [t`Failed to send verification email`, t`An error occurred. Please try again.`] as const;
    return attempt(failed, async () => {
      const told = await (await calls()).resendVerification(email);
      setSent(told ?? t`Verification email sent successfully! Please check your inbox.`);
    });
  };
  return { busy, error, setError, sent, resend };
}
