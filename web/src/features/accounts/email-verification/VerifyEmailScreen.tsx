import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useLinkToken } from "#shared/link-token.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { EmailForm } from "../EmailForm.tsx";
import { LOGIN_REDIRECT_AFTER_VERIFICATION_MS, useDelayedLoginRedirect } from "../page-steps.ts";
import { useResendVerification } from "./use-resend-verification.ts";
import { useEmailVerification } from "./use-email-verification.ts";

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
