import { personalData } from "@commonlane/contract/personal-data";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "#shared/api/api-client.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { PasskeyInstead } from "#shared/passkeys/PasskeyInstead.tsx";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

/** Confirms the deletion of the account: lists the consequences and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const { email } = useUser();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const submit = async ({ withPassword = true } = {}) => {
    if (withPassword && password === "") return setError(t`Please fill in all fields`);
    let eraseAt = "";
    const body = withPassword ? { password } : {};
    const requestDeletion = async () =>
      ({ eraseAt } = await call(personalData.deleteAccount, { body }));
    if (!(await attempt("", requestDeletion))) return;
    const day = formatUserDate(eraseAt, { dateStyle: "long" });
    const notice = t`Your account will be deleted on ${day}. To keep it, sign in before that.`;
    // Signed-out users are redirected to the landing page, so go to the login only after that.
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
          {...bindText(password, setPassword)}
        />
        <PasskeyInstead busy={busy} onConfirmed={() => void submit({ withPassword: false })} />
        <ErrorNotice error={error} />
      </form>
    </Dialog>
  );
}

function DeletionConsequences() {
  const { t } = useLingui();
  return (
    <ul className="grid list-disc gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
      <li>{t`We cancel your rides and seats and withdraw your requests and offers. Everyone affected is notified.`}</li>
      <li>{t`Your profile is hidden, and you're signed out on all devices.`}</li>
      <li>
        {t`To keep your account, sign in within ${communitySettings.retentionDays.grace} days. Cancelled rides and seats don't come back.`}
      </li>
      <li>
        {t`After that, everything you wrote is permanently deleted. Other members' records show you as a former member.`}
      </li>
    </ul>
  );
}
