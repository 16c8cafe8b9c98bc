import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { loadRecovery } from "../page-steps.ts";

type Verification = "verifying" | "done" | { problem: string };

/** Verifies an e-mail with the token of a link on mount. Verifying twice is harmless. */
export function useEmailVerification(token: string | null): Verification {
  const { t } = useLingui();
  const [result, setResult] = useState<Verification>("verifying");
  const failureText = t`An error occurred while verifying your email. Please try again.`;
  useEffect(() => {
    if (!token) return undefined;
    const abortController = new AbortController();
    const verify = async () => {
      try {
        const problem = await (await loadRecovery()).verifyEmail(token, abortController.signal);
        if (!abortController.signal.aborted)
          setResult(problem === undefined ? "done" : { problem });
      } catch (error) {
        if (!abortController.signal.aborted) setResult({ problem: errorText(error, failureText) });
      }
    };
    void verify();
    return () => abortController.abort();
  }, [token, failureText]);
  if (token) return result;
  return {
    problem: t`Invalid verification link. Please check your email for a valid verification link.`,
  };
}
