import { secondFactor } from "@commonlane/contract/second-factor";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { bindText } from "../forms/bind-text.ts";
import { isProblem } from "../api/api-error.ts";
import { call } from "../api/api-client.ts";
import { accountErrorText } from "../api/account-error-text.ts";
import { canUsePasskeys, usePasskeyError } from "./passkeys.ts";
import { useAttempt } from "../forms/use-attempt.ts";
import { useUser } from "../session/SessionProvider.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { NumberField } from "../ui/fields/NumberField.tsx";
import { ErrorNotice } from "../ui/ErrorNotice.tsx";
import { confirmWithPasskey } from "./PasskeyInstead.tsx";
import { secondFactorStatus } from "./second-factor.queries.ts";

interface ConfirmDialogProps {
  /** Called once: with true after the confirmation, with false if the user closes the dialog. */
  readonly onDone: (isConfirmed: boolean) => void;
}

/** Asks the user to confirm that it is them, before a call that is marked `confirmed`. */
export function ConfirmDialog({ onDone }: ConfirmDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const status = useQuery(secondFactorStatus).data;
  const hasPassword = status?.hasPassword !== false;
  const {
    password,
    setPassword,
    code,
    setCode,
    needsCode,
    busy,
    error,
    submit,
    answerWithPasskey,
  } = useConfirmation(hasPassword, onDone);
  const hasPasskey = canUsePasskeys() && (status?.passkeyCount ?? 0) > 0;
  const { email } = useUser();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      title={t`Confirm that it's you`}
      cancelLabel={t`Cancel`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} busy={busy}>
          {t({
            comment: "Button: confirm with the password that it is you.",
            message: "Confirm",
          })}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={onSubmit}>
        <p className="text-ink-2">{t`We ask before important changes, in case someone else uses this device.`}</p>
        {hasPasskey && (
          <Button variant="line" icon="lock" busy={busy} onClick={() => void answerWithPasskey()}>
            {t`Use a passkey`}
          </Button>
        )}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword ? (
          <PasswordField
            label={t`Your password`}
            name="password"
            autoComplete="current-password"
            required
            {...bindText(password, setPassword)}
          />
        ) : (
          <p>{t`Your account has no password. Sign out, sign in again at your institution, and repeat this within 10 minutes.`}</p>
        )}
        {needsCode && (
          <NumberField
            label={t`Code from your authenticator app, or a recovery code`}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            autoFocus
            required
            value={code}
            onChange={setCode}
          />
        )}
        <ErrorNotice error={error} />
      </form>
    </Dialog>
  );
}

function useConfirmation(hasPassword: boolean, onDone: ConfirmDialogProps["onDone"]) {
  const { t } = useLingui();
  const formatPasskeyError = usePasskeyError();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [needsCode, setNeedsCode] = useState(false);
  const { busy, error, setError, attempt } = useAttempt((reason) => accountErrorText(reason));
  const byPasskey = useAttempt(formatPasskeyError);
  const submit = async () => {
    byPasskey.setError(undefined);
    if ((hasPassword && password === "") || (needsCode && code.trim() === ""))
      return setError(t`Please fill in all fields`);
    const confirm = () =>
      call(secondFactor.confirm, {
        body: {
          ...(hasPassword && { password }),
          ...(needsCode && { code }),
        },
      }).catch((reason: unknown) => {
        if (isProblem(reason, "second_factor_needed")) setNeedsCode(true);
        throw reason;
      });
    if (await attempt("", confirm)) onDone(true);
  };
  const answerWithPasskey = async () => {
    setError(undefined);
    if (await byPasskey.attempt("", confirmWithPasskey)) onDone(true);
  };
  return {
    password,
    setPassword,
    code,
    setCode,
    needsCode,
    busy: busy || byPasskey.busy,
    error: error ?? byPasskey.error,
    submit,
    answerWithPasskey,
  };
}
