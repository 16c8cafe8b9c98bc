import { passkeys } from "@commonlane/contract/passkeys";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useState } from "react";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { call } from "#shared/api/api-client.ts";
import { ApiError, isProblem } from "#shared/api/api-error.ts";
import {
  usePasskeyError,
  cancelPasskeyRequest,
  canOfferPasskeys,
  isPasskeyCancelled,
  requestPasskey,
} from "#shared/passkeys/passkeys.ts";
import { flagDeletionCancelled } from "#shared/session/deletion-cancelled-flag.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";

/** A button to sign in with a passkey; browsers that can also suggest passkeys in the e-mail field. */
export function PasskeySignIn() {
  const { t } = useLingui();
  const { busy, error, signIn } = usePasskeySignIn();
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t({
          comment: "Between two ways to sign in.",
          message: "or",
        })}
      </p>
      <ErrorNotice error={error} />
      <Button variant="line" size="lg" icon="lock" busy={busy} onClick={() => void signIn()}>
        {t`Sign in with a passkey`}
      </Button>
    </>
  );
}

function usePasskeySignIn() {
  const { signInWith } = useSession();
  const formatPasskeyError = usePasskeyError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const openSession = async (inField: boolean) => {
    const options = await call(passkeys.startSignIn, {});
    const response = await requestPasskey(options, { inField });
    await signInWith(async () => {
      const session = await call(passkeys.signIn, { body: { response } });
      if (session.deletionCancelled) flagDeletionCancelled();
      return session;
    });
  };
  const showError = (reason: unknown) =>
    setError(reason instanceof ApiError ? accountErrorText(reason) : formatPasskeyError(reason));

  /** Suggests passkeys in the e-mail field until one is used, or the button is pressed. */
  const offerInField = async (signal: AbortSignal): Promise<void> => {
    if (!(await canOfferPasskeys()) || signal.aborted) return;
    await openSession(true).catch((reason: unknown) => {
      if (signal.aborted || isPasskeyCancelled(reason)) return undefined;
      showError(reason);
      // As after a page was open for longer than a challenge is valid.
      return isProblem(reason, "passkey_wrong") ? offerInField(signal) : undefined;
    });
  };
  const startOffer = useEffectEvent(
    (signal: AbortSignal) => void offerInField(signal).catch(() => {}),
  );
  // A pressed button ends the offer; it starts again when the button's own request is over.
  useEffect(() => {
    if (busy) return undefined;
    const leaving = new AbortController();
    startOffer(leaving.signal);
    return () => leaving.abort();
  }, [busy]);
  useEffect(() => cancelPasskeyRequest, []);

  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    await openSession(false).catch((reason: unknown) => {
      showError(reason);
      setBusy(false);
    });
  };
  return {
    busy,
    error,
    signIn,
  };
}
