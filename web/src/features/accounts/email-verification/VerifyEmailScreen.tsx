import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { EmailForm } from "../EmailForm.tsx";
import {
  loadRecovery,
  LOGIN_REDIRECT_AFTER_VERIFICATION_MS,
  useDelayedLoginRedirect,
} from "../page-steps.ts";
import { useResendVerification } from "./use-resend-verification.ts";

/** Target of the link in the verification e-mail: verifies the address with the token, or offers a new link. */
export function VerifyEmailScreen() {
  const { t } = useLingui();
  useTitle(t`Verify your e-mail`);
  const verification = useEmailVerification(useLinkToken());
  if (verification === "done") return <EmailVerified />;
  if (verification === "verifying")
    return (
      <AuthPage title={t`Verify your e-mail`}>
        <Notice tone="info">{t`Verifying your email...`}</Notice>
      </AuthPage>
    );
  return (
    <AuthPage title={t`Verify your e-mail`}>
      <Notice tone="bad">{verification.problem}</Notice>
      <ResendLinkForm />
    </AuthPage>
  );
}

function EmailVerified() {
  const { t } = useLingui();
  const message = t`Email verified successfully! You can now log in.`;
  useDelayedLoginRedirect(LOGIN_REDIRECT_AFTER_VERIFICATION_MS, message);
  return (
    <AuthPage title={t`You're all set`}>
      <Notice tone="ok">{message}</Notice>
      <p className="mt-5 text-ink-2">
        {t`Taking you to the login page…`} <TextLink to="/login">{t`Go to login`}</TextLink>
      </p>
    </AuthPage>
  );
}

function ResendLinkForm() {
  const { t } = useLingui();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const { busy, error, sent, resend } = useResendVerification();
  const onSubmit = () => {
    if (email.trim() === "")
      toast({
        message: t`Please enter your email address`,
        type: "warning",
      });
    else void resend(email.trim());
  };
  const labels = [t`Resend Verification Email`, t`Sending...`] as const;
  return (
    <section aria-labelledby="another-link" className="mt-8 grid gap-4">
      <h2
        id="another-link"
        className="text-xl font-bold tracking-[-.015em]"
      >{t`Get a new link`}</h2>
      <EmailForm
        action="resend-verification"
        email={email}
        onChange={setEmail}
        onSubmit={onSubmit}
        busy={busy}
        labels={labels}
      >
        <ErrorNotice error={error} />
        {!error && sent && <Notice tone="ok">{sent}</Notice>}
      </EmailForm>
      <p className="text-ink-2">
        {t`Already verified?`} <TextLink to="/login">{t`Login`}</TextLink>
      </p>
    </section>
  );
}

type Verification = "verifying" | "done" | { problem: string };

/** Verifies an e-mail with the token of a link on mount. Verifying twice is harmless. */
function useEmailVerification(token: string | null): Verification {
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
