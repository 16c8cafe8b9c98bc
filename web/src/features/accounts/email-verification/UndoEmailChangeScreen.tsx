import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { AuthPage } from "../AuthPage.tsx";
import { TextLink } from "../TextLink.tsx";

const loadRecovery = () => loadChunk("recovery", () => import("../account-recovery.ts"));
const undoWithToken = async (token: string) => (await loadRecovery()).undoEmailChange(token);

/** Where the letter to the address before leads: its reader takes the change of the e-mail back. */
export function UndoEmailChangeScreen() {
  const { t } = useLingui();
  useTitle(t`Take the e-mail change back`);
  const { state, signOut } = useSession();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const { busy, error, attempt } = useAttempt(accountErrorText);
  const onUndo = async () => {
    if (!(await attempt("", () => undoWithToken(token ?? "")))) return;
    setDone(true);
    // The server has ended every session of the account, perhaps this browser's too.
    if (state.status === "signed-in") await signOut();
  };
  if (done)
    return (
      <AuthPage title={t`Your account is back`}>
        <Notice tone="ok">{t`It has the e-mail from before. Every device was signed out, and the password is void.`}</Notice>
        <p className="mt-5">
          <TextLink to="/forgot-password">{t`Choose a new password`}</TextLink>
        </p>
      </AuthPage>
    );
  return (
    <AuthPage title={t`Take the e-mail change back`}>
      <p className="text-ink-2">
        {t`Your account gets the e-mail from before. Every device is signed out, and you choose a new password.`}
      </p>
      {error && (
        <Notice tone="bad" className="mt-5">
          {error}
        </Notice>
      )}
      <Button size="lg" busy={busy} className="mt-6 w-full" onClick={() => void onUndo()}>
        {t`Take it back`}
      </Button>
    </AuthPage>
  );
}
