import { accountSettings } from "@commonlane/contract/account-settings";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { validatePasswordChange } from "./security-rules.ts";
import { ownSessions } from "./Sessions.tsx";

/** Changes the password. Requires the current one and signs out all other devices. */
export function ChangePasswordDialog({ email, onDone }: { email: string; onDone: () => void }) {
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
