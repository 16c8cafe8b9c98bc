import { secondFactor } from "@commonlane/contract/second-factor";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { QrCode } from "#shared/share/QrCode.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useRefreshSignInSecurity } from "./sign-in-security.queries.ts";

const CODE_LENGTH = 6;

interface SetUpAppDialogProps {
  readonly app: {
    readonly key: string;
    readonly url: string;
  };
  readonly onClose: () => void;
}

/** Two steps: the key for the app and its first code, then the recovery codes. */
export function SetUpAppDialog({ app, onClose }: SetUpAppDialogProps) {
  const { t } = useLingui();
  const refresh = useRefreshSignInSecurity();
  const { busy, error, attempt } = useAttempt();
  const [codes, setCodes] = useState<readonly string[]>();
  const turnOn = (code: string) =>
    attempt(t`Verification failed`, async () =>
      setCodes((await call(secondFactor.turnOn, { body: { code } })).recoveryCodes),
    );
  const close = () => {
    onClose();
    if (codes) void refresh();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={codes ? t`Keep your recovery codes` : t`Set up an authenticator app`}
      busy={busy}
      footer={codes && <Button onClick={close}>{t`I've kept them`}</Button>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <FirstCode app={app} busy={busy} error={error} onConfirm={(code) => void turnOn(code)} />
      )}
    </Dialog>
  );
}

interface FirstCodeProps extends Pick<SetUpAppDialogProps, "app"> {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (code: string) => void;
}

function FirstCode({ app, busy, error, onConfirm }: FirstCodeProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const code = completeCode(digits);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && code !== undefined) onConfirm(code);
      }}
    >
      <p className="text-ink-2">
        {t`Scan this code with an authenticator app, such as Aegis, FreeOTP or the one in your password manager.`}
      </p>
      <QrCode text={app.url} label={t`QR code for the authenticator app`} />
      <TextAreaField
        label={t`Or type this key into the app`}
        readOnly
        rows={1}
        dir="ltr"
        value={app.key.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CodeInput
        label={t`Code that the app shows`}
        digits={digits}
        onChange={setDigits}
        error={error}
        busy={busy}
        autoFocus
      />
      <Button type="submit" busy={busy} disabled={code === undefined}>
        {t`Turn on`}
      </Button>
    </form>
  );
}
