import { ownAccount } from "@commonlane/contract/own-account";
import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api.ts";
import { CodeActions } from "#shared/forms/CodeActions.tsx";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useResend } from "#shared/forms/use-resend.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CodeInput } from "#shared/ui/CodeInput.tsx";
import { emptyCode, wholeCode } from "#shared/ui/code-digits.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { PasswordField } from "#shared/ui/PasswordField.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";

/** Another e-mail in two steps: the address and the password, then the code that was sent there. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const { wish, change, asked, back, busy, error, ask, askAgain, confirm } = useEmailChange(onDone);
  if (asked)
    return (
      <CodeForm
        email={wish.newEmail.trim()}
        busy={busy}
        error={error}
        onConfirm={(otp) => void confirm(otp)}
        onResend={askAgain}
        onBack={back}
      />
    );
  return (
    <form
      noValidate
      className="grid gap-4"
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
        value={wish.newEmail}
        onChange={(event) => change({ newEmail: event.target.value })}
      />
      <PasswordField
        label={t`Current password`}
        name="currentPassword"
        autoComplete="current-password"
        required
        value={wish.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <Button type="submit" busy={busy}>
        {busy ? t`Sending the code...` : t`Send the code`}
      </Button>
    </form>
  );
}

function useEmailChange(onDone: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const queries = useQueryClient();
  const { mergeUser } = useSession();
  const [wish, setWish] = useState({ newEmail: "", password: "" });
  const [asked, setAsked] = useState(false);
  const { busy, error, setError, attempt } = useAttempt();
  const newEmail = wish.newEmail.trim();
  const askAgain = () =>
    attempt(t`Failed to send verification code`, () =>
      call(ownAccount.changeEmail, { body: { newEmail, password: wish.password } }),
    );
  const ask = async () => {
    if (newEmail === "" || wish.password === "") return setError(t`Please fill in all fields`);
    if (await askAgain()) setAsked(true);
  };
  const confirm = async (otp: string) => {
    const work = () => call(ownAccount.confirmEmailChange, { body: { newEmail, otp } });
    if (!(await attempt(t`Verification failed`, work))) return;
    // ID tokens tell the new address only from the next refresh on.
    mergeUser({ email: newEmail.toLowerCase() });
    void queries.invalidateQueries({ queryKey: ownProfile.queryKey });
    toast({ message: t`E-mail changed. You sign in with it from now on.`, type: "success" });
    onDone();
  };
  const back = () => {
    setError(undefined);
    setAsked(false);
  };
  const change = (part: Partial<typeof wish>) => setWish((before) => ({ ...before, ...part }));
  return { wish, change, asked, back, busy, error, ask, askAgain, confirm };
}

interface CodeFormProps {
  readonly email: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (otp: string) => void;
  readonly onResend: () => Promise<boolean>;
  readonly onBack: () => void;
}

function CodeForm({ email, busy, error, onConfirm, onResend, onBack }: CodeFormProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const again = useResend(CODE_RESEND_AFTER_S, onResend);
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
