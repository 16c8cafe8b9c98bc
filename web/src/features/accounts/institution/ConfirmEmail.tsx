import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useResend } from "#shared/forms/use-resend.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { AuthPage } from "../AuthPage.tsx";
import type { ConfirmationProps } from "./confirmation.ts";
import { confirmEmail, sendEmailCode } from "./provider-calls.ts";

interface ConfirmEmailProps extends Omit<ConfirmationProps, "returnTo"> {
  /** What comes after the address is confirmed. */
  readonly onConfirmed: (outcome: SignInOutcome) => void;
}

/** The institution confirms no e-mail address, so the person enters one and confirms it with a code. */
export function ConfirmEmail({ institution, person, onConfirmed }: ConfirmEmailProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState(person.email ?? "");
  const [isCodeSent, setCodeSent] = useState(false);
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const code = useSendCode({ purpose: "provider-email", email: email.trim(), send: sendEmailCode, attempt });

  const requestCode = async () => {
    if (email.trim() === "") return setError(t`Please fill in all fields`);
    if (await code.sendFirst()) setCodeSent(true);
  };
  const confirm = async (otp: string) => {
    let outcome: SignInOutcome | undefined;
    const isConfirmed = await attempt(t`Verification failed`, async () => {
      outcome = await confirmEmail(email.trim(), otp);
    });
    if (!isConfirmed || !outcome) return;
    code.use();
    onConfirmed(outcome);
  };
  const goBack = () => {
    setError(undefined);
    setCodeSent(false);
  };

  const intro = t`${institution} knows you, but didn't confirm an e-mail address. Enter yours; we'll send it a code.`;
  return (
    <AuthPage title={t`Your e-mail address`} intro={<p>{intro}</p>}>
      {isCodeSent ? (
        <CodeForm
          email={email.trim()}
          cooldownKey={code.wait}
          busy={busy}
          error={error}
          onConfirm={(otp) => void confirm(otp)}
          onResend={code.sendAnother}
          onBack={goBack}
        />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void requestCode();
          }}
        >
          <TextField
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {error && <Notice tone="bad">{error}</Notice>}
          <Button type="submit" size="lg" busy={busy}>
            {busy ? t`Sending the code...` : t`Send the code`}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}

interface CodeFormProps {
  readonly email: string;
  readonly cooldownKey: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (otp: string) => void;
  readonly onResend: () => Promise<boolean>;
  readonly onBack: () => void;
}

function CodeForm({ email, cooldownKey, busy, error, onConfirm, onResend, onBack }: CodeFormProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const resend = useResend(CODE_RESEND_AFTER_S, onResend, cooldownKey);
  const typedCode = completeCode(digits);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && typedCode !== undefined) onConfirm(typedCode);
      }}
    >
      <p className="text-ink-2">
        <Trans>
          We've sent a 6-digit code to <strong className="text-ink wrap-anywhere">{email}</strong>. Check your spam
          folder, too.
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
      <Button type="submit" size="lg" disabled={typedCode === undefined} busy={busy}>
        {t`Continue`}
      </Button>
      <CodeActions back={t`Back to Email Entry`} onBack={onBack} {...resend} />
    </form>
  );
}
