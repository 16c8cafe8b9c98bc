import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { AuthPage } from "../AuthPage.tsx";
import { VerificationCodeForm } from "../registration/VerificationCodeForm.tsx";
import { type ConfirmationProps, confirmEmail, sendEmailCode } from "./provider-calls.ts";

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
  const code = useSendCode({
    purpose: "provider-email",
    email: email.trim(),
    send: sendEmailCode,
    attempt,
  });

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
        <VerificationCodeForm
          email={email.trim()}
          cooldownKey={code.wait}
          busy={busy}
          error={error}
          backLabel={t`Back to Email Entry`}
          onVerify={(otp) => void confirm(otp)}
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
            {...bindText(email, setEmail)}
          />
          <ErrorNotice error={error} />
          <Button type="submit" size="lg" busy={busy}>
            {busy ? t`Sending the code...` : t`Send the code`}
          </Button>
        </form>
      )}
    </AuthPage>
  );
}
