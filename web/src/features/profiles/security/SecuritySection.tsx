import { accountSettings } from "@commonlane/contract/account-settings";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { call } from "#shared/api/api-client.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { AccountEvents } from "./AccountEvents.tsx";
import { ChangeEmailDialog } from "./ChangeEmailDialog.tsx";
import { validatePasswordChange } from "./security-rules.ts";
import { ownSessions, Sessions } from "./Sessions.tsx";

/** Sign-in credentials and active sessions. */
export function SecuritySection() {
  const { t } = useLingui();
  const { email } = useUser();
  const [openDialog, setOpenDialog] = useState<"email" | "password">();
  const close = () => setOpenDialog(undefined);
  return (
    <section aria-labelledby="security" className="grid gap-4">
      <h2 id="security" className="text-xl font-bold tracking-[-.015em]">{t`Security`}</h2>
      <ul className="grid divide-y divide-line card">
        <SecurityRow
          icon="mail"
          name={t`E-mail`}
          value={email}
          action={t`Change e-mail`}
          onChange={() => setOpenDialog("email")}
        />
        <SecurityRow
          icon="lock"
          name={t`Password`}
          value="••••••••"
          action={t`Change password`}
          onChange={() => setOpenDialog("password")}
        />
      </ul>
      <Sessions />
      <AccountEvents />
      {openDialog === "password" && <ChangePasswordDialog email={email} onDone={close} />}
      {openDialog === "email" && <ChangeEmailDialog onDone={close} />}
    </section>
  );
}

interface SecurityRowProps {
  readonly icon: IconName;
  readonly name: string;
  readonly value: string;
  readonly action: string;
  readonly onChange: () => void;
}

function SecurityRow({ icon, name, value, action, onChange }: SecurityRowProps) {
  const { t } = useLingui();
  return (
    <li className="flex items-center gap-3 p-2 ps-4">
      <Icon name={icon} className="size-6 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-3 wrap-anywhere">{value}</p>
      </div>
      <Button variant="soft" aria-label={action} onClick={onChange}>
        {t`Change`}
      </Button>
    </li>
  );
}

/** Changes the password. Requires the current one and signs out all other devices. */
function ChangePasswordDialog({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const queries = useQueryClient();
  const [values, setValues] = useState({
    currentPassword: "",
    password: "",
    confirmPassword: "",
  });
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const change = (changes: Partial<typeof values>) =>
    setValues((previous) => ({
      ...previous,
      ...changes,
    }));
  const submit = async () => {
    const problem = validatePasswordChange(values);
    setError(problem);
    if (problem !== undefined) return;
    const body = {
      currentPassword: values.currentPassword,
      newPassword: values.password,
    };
    if (!(await attempt("", () => call(accountSettings.changePassword, { body })))) return;
    void queries.invalidateQueries({ queryKey: ownSessions.queryKey });
    toast({
      message: t`Password changed. Your other devices were signed out.`,
      type: "success",
    });
    onDone();
  };
  return (
    <Dialog open onClose={onDone} title={t`Change password`} busy={busy}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {/* Lets password managers save the new password under the right account. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t`Current password`}
          name="currentPassword"
          autoComplete="current-password"
          required
          {...bindText(values.currentPassword, (currentPassword) => change({ currentPassword }))}
        />
        <PasswordPair label={t`New password`} values={values} onChange={change} />
        <ErrorNotice error={error} />
        <Button type="submit" busy={busy}>
          {busy ? t`Saving…` : t`Change password`}
        </Button>
      </form>
    </Dialog>
  );
}
