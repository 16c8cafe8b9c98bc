import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { useResend } from "#shared/forms/cooldown.ts";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { EmailForm } from "../EmailForm.tsx";
import { LOGIN_REDIRECT_MS, useDelayedLoginRedirect } from "../page-steps.ts";
import { type PasswordResetValues, usePasswordReset } from "./use-password-reset.ts";

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

interface PasswordResetFormProps {
  email: string;
  /** Key of the resend timer. */
  cooldownKey: string;
  busy: boolean;
  error: string | undefined;
  onReset: (values: PasswordResetValues) => void;
  /** Sends another code. Returns true if it was sent, which restarts the timer. */
  onResend: () => Promise<boolean>;
  onBack: () => void;
}

/** Second step: the code from the e-mail and the new password. */
function PasswordResetForm({
  email,
  cooldownKey,
  busy,
  error,
  onReset,
  onResend,
  onBack,
}: PasswordResetFormProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const [passwords, setPasswords] = useState({
    password: "",
    confirmPassword: "",
  });
  const resendCode = async () => {
    const sent = await onResend();
    if (sent) setDigits(emptyCode(CODE_LENGTH));
    return sent;
  };
  const resend = useResend(CODE_RESEND_AFTER_S, resendCode, cooldownKey);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy)
          onReset({
            code: completeCode(digits),
            ...passwords,
          });
      }}
    >
      <p className="text-ink-2">
        <Trans>
          If there's an account for <strong className="text-ink wrap-anywhere">{email}</strong>,
          we've sent it a 6-digit code. Check your spam folder, too.
        </Trans>
      </p>
      <CodeInput
        label={t`Verification code`}
        digits={digits}
        onChange={setDigits}
        busy={busy}
        autoFocus
      />
      {/* Lets password managers save the new password under the right account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordPair
        label={t`New password`}
        values={passwords}
        onChange={(changes) =>
          setPasswords((previous) => ({
            ...previous,
            ...changes,
          }))
        }
      />
      <ErrorNotice error={error} />
      <Button type="submit" size="lg" busy={busy}>
        {busy && !resend.sending ? t`Resetting...` : t`Reset password`}
      </Button>
      <CodeActions back={t`Back to Email Entry`} onBack={onBack} {...resend} />
    </form>
  );
}
