import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage, TextLink } from "../AuthPage.tsx";
import { loadRecovery } from "../page-steps.ts";

async function undoWithToken(token: string) {
  return (await loadRecovery()).undoEmailChange(token);
}

/** Target of the link sent to the previous address: undoes a change of the account's e-mail. */
export function UndoEmailChangeScreen() {
  const { t } = useLingui();
  useTitle(t`Undo e-mail change`);
  const { state, signOut } = useSession();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const { busy, error, attempt } = useAttempt(accountErrorText);
  const onUndo = async () => {
    if (!(await attempt("", () => undoWithToken(token ?? "")))) return;
    setDone(true);
    // The server has ended all sessions of the account, which may include this browser's.
    if (state.status === "signed-in") await signOut();
  };
  if (done)
    return (
      <AuthPage title={t`Account recovered`}>
        <Notice tone="ok">{t`Your previous e-mail is restored. All devices were signed out, and your old password no longer works.`}</Notice>
        <p className="mt-5">
          <TextLink to="/forgot-password">{t`Choose a new password`}</TextLink>
        </p>
      </AuthPage>
    );
  return (
    <AuthPage title={t`Undo e-mail change`}>
      <p className="text-ink-2">
        {t`This restores your previous e-mail and signs out all devices. You then choose a new password.`}
      </p>
      {error && (
        <Notice tone="bad" className="mt-5">
          {error}
        </Notice>
      )}
      <Button size="lg" busy={busy} className="mt-6 w-full" onClick={() => void onUndo()}>
        {t`Undo change`}
      </Button>
    </AuthPage>
  );
}
