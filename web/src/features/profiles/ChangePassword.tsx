import { ownAccount } from "@commonlane/contract/own-account";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { identityFailureText } from "#shared/identity-error-text.ts";
import { PasswordPair } from "#shared/password/PasswordPair.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PasswordField } from "#shared/ui/PasswordField.tsx";
import { useAccountToast } from "#shared/ui/Toasts.tsx";
import { ownSessions } from "./own-sessions.ts";
import { passwordWishProblem } from "./security-rules.ts";

/** Another password for whoever knows the present one; every other device is signed out. */
export function ChangePassword({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const queries = useQueryClient();
  const [wish, setWish] = useState({ currentPassword: "", password: "", confirmPassword: "" });
  const { busy, error, setError, attempt } = useAttempt(identityFailureText);
  const change = (part: Partial<typeof wish>) => setWish((before) => ({ ...before, ...part }));
  const submit = async () => {
    const problem = passwordWishProblem(wish);
    setError(problem);
    if (problem !== undefined) return;
    const body = { currentPassword: wish.currentPassword, newPassword: wish.password };
    if (!(await attempt("", () => call(ownAccount.changePassword, { body })))) return;
    void queries.invalidateQueries({ queryKey: ownSessions.queryKey });
    toast({ message: t`Password changed. Your other devices were signed out.`, type: "success" });
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
        {/* Tells the browser's password store whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t`Current password`}
          name="currentPassword"
          autoComplete="current-password"
          required
          value={wish.currentPassword}
          onChange={(event) => change({ currentPassword: event.target.value })}
        />
        <PasswordPair label={t`New password`} values={wish} onChange={change} />
        {error && <Notice tone="bad">{error}</Notice>}
        <Button type="submit" busy={busy}>
          {busy ? t`Saving…` : t`Change password`}
        </Button>
      </form>
    </Dialog>
  );
}
