import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { loadPart } from "#shared/load-part.ts";

const calls = () => loadPart("recovery", () => import("./recovery.ts"));

type Verification = "verifying" | "done" | { problem: string };

/** Verifies an e-mail with the token of a link as soon as it is shown; looking twice does no harm. */
export function useVerification(token: string | null): Verification {
  const { t } = useLingui();
  const [came, setCame] = useState<Verification>("verifying");
  const failed = t`An error occurred while verifying your email. Please try again.`;
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    const verify = async () => {
      try {
        const problem = await (await calls()).verifyEmail(token, leaving.signal);
        if (!leaving.signal.aborted) setCame(problem === undefined ? "done" : { problem });
      } catch (error) {
        if (!leaving.signal.aborted) setCame({ problem: errorText(error, failed) });
      }
    };
    void verify();
    return () => leaving.abort();
  }, [token, failed]);
  if (token) return came;
  return { problem: t`Invalid verification link. Please check your email for a valid verification link.` };
}
