import { useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { EmailForm } from "../EmailForm.tsx";
import { PasswordResetForm } from "./PasswordResetForm.tsx";
import { LOGIN_REDIRECT_MS, useDelayedLoginRedirect } from "../page-steps.ts";
import { usePasswordReset } from "./use-password-reset.ts";

/** Password reset in two steps: the e-mail, then the code sent there and the new password. */
export function ForgotPasswordScreen() {
  const { t } = useLingui();
  useTitle(t`Forgot Password`);
  const { step, typedEmail, email, code, changeEmail, busy, error, requestCode, reset, back } =
    usePasswordReset();
  if (step === "done") return <PasswordResetDone />;
  if (step === "code")
    return (
      <AuthPage title={t`Choose a new password`}>
        <PasswordResetForm
          email={email}
          cooldownKey={code.wait}
          busy={busy}
          error={error}
          onReset={(values) => void reset(values)}
          onResend={code.sendAnother}
          onBack={back}
        />
      </AuthPage>
    );
  const labels = [t`Send the code`, t`Sending the code...`] as const;
  return (
    <AuthPage
      title={t`Forgot your password?`}
      intro={<p>{t`We'll e-mail you a code so you can choose a new password.`}</p>}
    >
      <EmailForm
        action="password-reset-code"
        email={typedEmail}
        onChange={changeEmail}
        onSubmit={() => void requestCode()}
        busy={busy}
        labels={labels}
      >
        <ErrorNotice error={error} />
      </EmailForm>
      <p className="mt-6 text-ink-2">
        {t`Remembered it?`} <TextLink to="/login">{t`Login`}</TextLink>
      </p>
    </AuthPage>
  );
}

function PasswordResetDone() {
  const { t } = useLingui();
  useDelayedLoginRedirect(LOGIN_REDIRECT_MS);
  return (
    <AuthPage title={t`All set`}>
      <Notice tone="ok">{t`Password reset successfully! You can now log in with your new password.`}</Notice>
      <p className="mt-5 text-ink-2">
        {t`Taking you to the login page…`} <TextLink to="/login">{t`Go to login`}</TextLink>
      </p>
    </AuthPage>
  );
}
