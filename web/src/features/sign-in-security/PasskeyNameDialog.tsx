import { passkeys } from "@commonlane/contract/passkeys";
import { PASSKEY_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useId, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useRefreshSignInSecurity } from "./sign-in-security.queries.ts";

/** Renames a passkey, so that its owner knows which device it is on. */
export function PasskeyNameDialog({
  id,
  name,
  onClose,
}: {
  id: string;
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const formId = useId();
  const refresh = useRefreshSignInSecurity();
  const [typed, setTyped] = useState(name);
  const { busy, error, setError, attempt } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim() === "") return setError(t`Please enter a name.`);
    const rename = async () => {
      await call(passkeys.rename, {
        params: { passkeyId: id },
        body: { name: typed },
      });
      await refresh();
    };
    if (await attempt(t`Couldn't reach the server. Try again.`, rename)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Rename the passkey`}
      cancelLabel={t`Cancel`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} busy={busy}>
          {t`Save`}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Name of the passkey`}
          hint={t`For example the device: “My phone”.`}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          autoComplete="off"
          error={error}
          {...bindText(typed, setTyped)}
        />
      </form>
    </Dialog>
  );
}
