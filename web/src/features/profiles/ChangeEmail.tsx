import { ownAccount } from "@commonlane/contract/own-account";
import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api.ts";
import { proofSource } from "#shared/captcha/proof-source.ts";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useResend } from "#shared/forms/use-resend.ts";
import { useSentCode } from "#shared/forms/use-sent-code.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/CodeInput.tsx";
import { emptyCode, wholeCode } from "#shared/ui/code-digits.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PasswordField } from "#shared/ui/PasswordField.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useAccountToast } from "#shared/ui/Toasts.tsx";

/** Another e-mail in two steps: the address and the password, then the code that was sent there. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const { newEmail, password, change, setPassword, asked, back, busy, error, ask, wait, askAgain, confirm } =
    useEmailChange(onDone);
  return (
    <Dialog open onClose={onDone} title={t`Change e-mail`} busy={busy}>
      {asked ? (
        <CodeForm
          email={newEmail.trim()}
          wait={wait}
          busy={busy}
          error={error}
          onConfirm={(otp) => void confirm(otp)}
          onResend={askAgain}
          onBack={back}
        />
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onFocus={() => proofSource().prepare("email-change")}
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
            value={newEmail}
            onChange={(event) => change({ newEmail: event.target.value })}
          />
          <PasswordField
            label={t`Current password`}
            name="currentPassword"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {error && <Notice tone="bad">{error}</Notice>}
          <Button type="submit" busy={busy}>
            {busy ? t`Sending the code...` : t`Send the code`}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

/** Going back, closing the dialog and a reload keep the address, and the way to enter the code that was sent there. */
function useEmailChange(onDone: () => void) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const queries = useQueryClient();
  const { uid } = useUser();
  const { mergeUser } = useSession();
  const [{ newEmail }, change, forget] = useDraft(`email-change.${uid}`, { newEmail: "" });
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt();
  const email = newEmail.trim();
  const send = () => call(ownAccount.changeEmail, { body: { newEmail: email, password } });
  const code = useSentCode({ purpose: "email-change", email, send, attempt });
  const [asked, setAsked] = useState(code.works);
  const isFilled = () => {
    const filled = email !== "" && password !== "";
    setError(filled ? undefined : t`Please fill in all fields`);
    return filled;
  };
  const ask = async () => {
    if (isFilled() && (await code.sendFirst())) setAsked(true);
  };
  const askAgain = async () => {
    if (isFilled()) return code.sendAnother();
    setAsked(false);
    return false;
  };
  const confirm = async (otp: string) => {
    const work = () => call(ownAccount.confirmEmailChange, { body: { newEmail: email, otp } });
    if (!(await attempt(t`Verification failed`, work))) return;
    code.use();
    forget();
    // ID tokens tell the new address only from the next refresh on.
    mergeUser({ email: email.toLowerCase() });
    void queries.invalidateQueries({ queryKey: ownProfile.queryKey });
    toast({ message: t`E-mail changed. You sign in with it from now on.`, type: "success" });
    onDone();
  };
  const back = () => {
    setError(undefined);
    setAsked(false);
  };
  const { wait } = code;
  return { newEmail, password, change, setPassword, asked, back, busy, error, ask, wait, askAgain, confirm };
}

interface CodeFormProps {
  readonly email: string;
  /** The name of the wait for another code. */
  readonly wait: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (otp: string) => void;
  readonly onResend: () => Promise<boolean>;
  readonly onBack: () => void;
}

function CodeForm({ email, wait, busy, error, onConfirm, onResend, onBack }: CodeFormProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const again = useResend(CODE_RESEND_AFTER_S, onResend, wait);
  const otp = wholeCode(digits);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && otp !== undefined) onConfirm(otp);
      }}
    >
      <p className="text-ink-2">
        <Trans>
          Enter the code that we sent to <strong className="text-ink wrap-anywhere">{email}</strong>. The address you
          have now gets a letter too, with which the change can be taken back for three days.
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
      <Button type="submit" busy={busy} disabled={otp === undefined}>
        {t`Change e-mail`}
      </Button>
      <CodeActions back={t`Back to Email Entry`} onBack={onBack} {...again} />
    </form>
  );
}
