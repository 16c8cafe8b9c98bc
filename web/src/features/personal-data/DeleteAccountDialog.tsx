import { personalData } from "@commonlane/contract/personal-data";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#shared/api/api-client.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { formatUserDate } from "#shared/formatting/user-date.ts";

/** The last word before an account is deleted: what will happen, and the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const { email } = useUser();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const submit = async () => {
    if (password === "") return setError(t`Please fill in all fields`);
    let eraseAt = "";
    const requestDeletion = async () => ({ eraseAt } = await call(personalData.deleteAccount, { body: { password } }));
    if (!(await attempt("", requestDeletion))) return;
    const day = formatUserDate(eraseAt, { dateStyle: "long" });
    const notice = t`Your account will be deleted on ${day}. To keep it, sign in before that.`;
    // Where nobody is signed in pages lead to the landing page, so the way to the login is taken after that.
    await signOut();
    void navigate("/login", { state: { notice } });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete your account?`}
      cancelLabel={t`Keep my account`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} variant="danger" busy={busy}>
          {busy ? t`Deleting…` : t`Delete my account`}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <DeletionConsequences />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {error && <Notice tone="bad">{error}</Notice>}
      </form>
    </Dialog>
  );
}

function DeletionConsequences() {
  const { t } = useLingui();
  return (
    <ul className="grid list-disc gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
      <li>{t`Your rides are cancelled, your seats given back, and your requests and offers withdrawn. Everybody concerned is told.`}</li>
      <li>{t`From now on nobody finds you, and you are signed out everywhere.`}</li>
      <li>
        {t`Sign in within ${communitySettings.retentionDays.grace} days, and your account stays. What was cancelled does not come back.`}
      </li>
      <li>
        {t`After that everything that you wrote is deleted for good. In what others keep you are called a former member.`}
      </li>
    </ul>
  );
}
