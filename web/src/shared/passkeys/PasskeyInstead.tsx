import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { canUsePasskeys, requestPasskey, usePasskeyError } from "./passkeys.ts";
import { useAttempt } from "../forms/use-attempt.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorNotice } from "../ui/ErrorNotice.tsx";
import { secondFactorStatus } from "./second-factor.queries.ts";
import { passkeys } from "@commonlane/contract/passkeys";
import { secondFactor } from "@commonlane/contract/second-factor";
import { call } from "../api/api-client.ts";

/** Confirms with a passkey that the user owns the account; counts for this session for some minutes. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await call(passkeys.startConfirmation, {});
  await call(secondFactor.confirm, { body: { passkey: await requestPasskey(options) } });
}

interface PasskeyInsteadProps {
  /** The form is being sent. */
  readonly busy: boolean;
  /** The form can be sent without the password. */
  readonly onConfirmed: () => void;
}

/** Below a field for the password: confirms with a passkey instead. Nothing for users without one. */
export function PasskeyInstead({ busy, onConfirmed }: PasskeyInsteadProps) {
  const { t } = useLingui();
  const status = useQuery({
    ...secondFactorStatus,
    enabled: canUsePasskeys(),
  }).data;
  const confirmation = useAttempt(usePasskeyError());
  if ((status?.passkeyCount ?? 0) === 0) return null;
  const confirm = async () => {
    if (await confirmation.attempt("", confirmWithPasskey)) onConfirmed();
  };
  return (
    <>
      <Button
        variant="line"
        icon="lock"
        busy={busy || confirmation.busy}
        onClick={() => void confirm()}
      >
        {t`Use a passkey instead`}
      </Button>
      <ErrorNotice error={confirmation.error} />
    </>
  );
}
