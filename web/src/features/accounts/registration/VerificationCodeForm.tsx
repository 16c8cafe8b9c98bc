import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { useResend } from "#shared/forms/cooldown.ts";

interface VerificationCodeFormProps {
  email: string;
  /** Key of the resend timer. */
  cooldownKey: string;
  busy: boolean;
  error: string | undefined;
  backLabel: string;
  onVerify: (code: string) => void;
  /** Sends another code. Returns true if it was sent, which restarts the timer. */
  onResend: () => Promise<boolean>;
  onBack: () => void;
}

/** The code from an e-mail that verifies an address. */
export function VerificationCodeForm({
  email,
  cooldownKey,
  busy,
  error,
  backLabel,
  onVerify,
  onResend,
  onBack,
}: VerificationCodeFormProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const code = completeCode(digits);
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
        if (code !== undefined && !busy) onVerify(code);
      }}
    >
      <p className="text-ink-2">
        <Trans>
          We've sent a 6-digit code to <strong className="text-ink wrap-anywhere">{email}</strong>.
          Check your spam folder, too.
        </Trans>
      </p>
      <CodeInput
        label={t`Verification code`}
        digits={digits}
        onChange={setDigits}
        error={error}
        busy={busy}
        autoFocus
      />
      <Button type="submit" size="lg" disabled={code === undefined} busy={busy}>
        {busy && !resend.sending
          ? t`Verifying...`
          : t({
              comment: "Button: confirm the e-mail address with the code.",
              message: "Verify",
            })}
      </Button>
      <CodeActions back={backLabel} onBack={onBack} {...resend} />
    </form>
  );
}
