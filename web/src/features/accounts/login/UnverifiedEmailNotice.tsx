import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useResendVerification } from "../email-verification/use-resend-verification.ts";

/** Shown when a user signs in with an unverified e-mail; offers to send another link. */
export function UnverifiedEmailNotice({ email, children }: { email: string; children: string }) {
  const { t } = useLingui();
  const { busy, error, setError, sent, resend } = useResendVerification();
  useEffect(() => proofSource().prepareProof("resend-verification"), []);
  const onResend = () => {
    if (email.trim() === "") setError(t`Please enter your email address first`);
    else void resend(email.trim());
  };
  return (
    <div className="grid gap-3">
      <Notice tone="warn">
        {sent
          ? t`Please verify your email before logging in. Check your inbox for a verification link.`
          : children}
      </Notice>
      <ErrorNotice error={error} />
      {!error && sent && <Notice tone="ok">{sent}</Notice>}
      <Button variant="line" icon="mail" busy={busy} onClick={onResend}>
        {t`Resend Verification Email`}
      </Button>
    </div>
  );
}
