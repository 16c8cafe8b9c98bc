import { accountSettings } from "@commonlane/contract/account-settings";
import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useSendCode } from "#shared/forms/use-send-code.ts";
import { PasskeyInstead } from "#shared/passkeys/PasskeyInstead.tsx";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { useResend } from "#shared/forms/cooldown.ts";

/** Changes the e-mail in two steps: the new address and the password, then the code sent to that address. */
export function ChangeEmailDialog({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const {
    newEmail,
    password,
    change,
    setPassword,
    isCodeSent,
    back,
    busy,
    error,
    ask,
    cooldownKey,
    askAgain,
    confirm,
  } = useEmailChange(onDone);
  return (
    <Dialog open onClose={onDone} title={t`Change e-mail`} busy={busy}>
      {isCodeSent ? (
        <CodeForm
          email={newEmail.trim()}
          cooldownKey={cooldownKey}
          busy={busy}
          error={error}
          onConfirm={(typedCode) => void confirm(typedCode)}
          onResend={askAgain}
          onBack={back}
        />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onFocus={() => proofSource().prepareProof("email-change")}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void ask();
          }}
        >
          <TextField
            label={t`New e-mail`}
            type="email"
            name="newEmail"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            required
            {...bindText(newEmail, (newEmail) => change({ newEmail }))}
          />
          <PasswordField
            label={t`Current password`}
            name="currentPassword"
            autoComplete="current-password"
            required
            {...bindText(password, setPassword)}
          />
          <PasskeyInstead busy={busy} onConfirmed={() => void ask({ withPassword: false })} />
          <ErrorNotice error={error} />
          <Button type="submit" busy={busy}>
            {busy ? t`Sending the code...` : t`Send the code`}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

/** Keeps the address and the code step through going back, closing the dialog and a reload. */
function useEmailChange(onDone: () => void) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const queries = useQueryClient();
  const { uid } = useUser();
  const { mergeUser } = useSession();
  const [{ newEmail }, change, clearDraft] = useDraft(`email-change.${uid}`, { newEmail: "" });
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt();
  const email = newEmail.trim();
  // Left out after a confirmation with a passkey.
  const send = () =>
    call(accountSettings.changeEmail, {
      body: {
        newEmail: email,
        ...(password && { password }),
      },
    });
  const code = useSendCode({
    purpose: "email-change",
    email,
    send,
    attempt,
  });
  const [isCodeSent, setCodeSent] = useState(code.works);
  const [isByPasskey, setByPasskey] = useState(false);
  const isFilled = (withPassword: boolean) => {
    const isComplete = email !== "" && (password !== "" || !withPassword);
    setError(isComplete ? undefined : t`Please fill in all fields`);
    return isComplete;
  };
  const requestCode = async ({ withPassword = true } = {}) => {
    setByPasskey(!withPassword);
    if (isFilled(withPassword) && (await code.sendFirst())) setCodeSent(true);
  };
  const resendCode = async () => {
    if (isFilled(!isByPasskey)) return code.sendAnother();
    setCodeSent(false);
    return false;
  };
  const confirm = async (typedCode: string) => {
    let changed: { readonly message?: string | undefined } = {};
    const callConfirm = async () => {
      changed = await call(accountSettings.confirmEmailChange, {
        body: {
          newEmail: email,
          otp: typedCode,
        },
      });
    };
    if (!(await attempt(t`Verification failed`, callConfirm))) return;
    code.use();
    clearDraft();
    // ID tokens contain the new address only after the next refresh.
    mergeUser({ email: email.toLowerCase() });
    void queries.invalidateQueries({ queryKey: ownProfile.queryKey });
    toast({
      message: changed.message ?? t`E-mail changed. Use it to sign in from now on.`,
      type: "success",
    });
    onDone();
  };
  const back = () => {
    setError(undefined);
    setCodeSent(false);
  };
  const cooldownKey = code.wait;
  return {
    newEmail,
    password,
    change,
    setPassword,
    isCodeSent,
    back,
    busy,
    error,
    ask: requestCode,
    cooldownKey,
    askAgain: resendCode,
    confirm,
  };
}

interface CodeFormProps {
  readonly email: string;
  /** Key of the resend timer. */
  readonly cooldownKey: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (typedCode: string) => void;
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
          Enter the code we sent to <strong className="text-ink wrap-anywhere">{email}</strong>.
          We'll also e-mail your current address a link to undo the change within three days.
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
      <Button type="submit" busy={busy} disabled={typedCode === undefined}>
        {t`Change e-mail`}
      </Button>
      <CodeActions back={t`Back to Email Entry`} onBack={onBack} {...resend} />
    </form>
  );
}
