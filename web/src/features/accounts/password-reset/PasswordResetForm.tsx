import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import type { PasswordResetValues } from "./use-password-reset.ts";
import { useResend } from "#shared/forms/cooldown.ts";

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
export function PasswordResetForm({
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
