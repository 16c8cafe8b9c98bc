import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { loadRecovery } from "../page-steps.ts";

/** Sends another verification link and holds the result. */
export function useResendVerification() {
  const { t } = useLingui();
  const { busy, error, setError, attempt } = useAttempt();
  const [sent, setSent] = useState<string>();
  const resend = (email: string) => {
    setSent(undefined);
    const failureTexts = [
      t`Failed to send verification email`,
      t`An error occurred. Please try again.`,
    ] as const;
    return attempt(failureTexts, async () => {
      const message = await (await loadRecovery()).resendVerification(email);
      setSent(message ?? t`Verification email sent successfully! Please check your inbox.`);
    });
  };
  return {
    busy,
    error,
    setError,
    sent,
    resend,
  };
}
