import { secondFactor, type SecondFactorStatus } from "@commonlane/contract/second-factor";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { saveFile } from "#shared/api/download.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { QrCode } from "#shared/share/QrCode.tsx";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { useRefreshSignInSecurity } from "./sign-in-security.queries.ts";

/** The second factor after the password: codes of an app, and recovery codes in case it is lost. */
export function AuthenticatorApp({ status }: { status: SecondFactorStatus }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="second-factor" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          id="second-factor"
          className="text-xl font-bold tracking-[-.015em]"
        >{t`Authenticator app`}</h2>
        <p className="text-ink-2">
          {t`After your password, we ask for a code that an app on your phone shows. A passkey needs no code.`}
        </p>
      </div>
      {status.authenticatorAppSince === null ? (
        <SetUp />
      ) : (
        <InUse since={status.authenticatorAppSince} codesLeft={status.recoveryCodesLeft} />
      )}
    </section>
  );
}

function SetUp() {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const [app, setApp] = useState<{
    key: string;
    url: string;
  }>();
  const start = () =>
    attempt(t`Couldn't reach the server. Try again.`, async () => {
      setApp(await call(secondFactor.setUp, {}));
    });
  return (
    <>
      <Button
        variant="line"
        icon="shield"
        className="justify-self-start"
        busy={busy}
        onClick={() => void start()}
      >
        {t`Set up an authenticator app`}
      </Button>
      <ErrorNotice error={error} />
      {app && <SetUpAppDialog app={app} onClose={() => setApp(undefined)} />}
    </>
  );
}

function InUse({ since, codesLeft }: { since: string; codesLeft: number }) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const { renew, busy, error, codes, closeCodes } = useRenewCodes();
  return (
    <>
      <ul className="grid divide-y divide-line card">
        <li className="flex flex-wrap items-center gap-3 p-2 ps-4">
          <Icon name="check-circle" className="size-6 text-ok" />
          <p className="min-w-0 flex-1 font-semibold">{t`In use since ${formatUserDate(since)}`}</p>
          <Button variant="soft" onClick={() => setRemoving(true)}>
            {t`Remove the app`}
          </Button>
        </li>
        <li className="flex flex-wrap items-center gap-3 p-2 ps-4">
          <Icon name="list" className="size-6 text-ink-3" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{t`Recovery codes`}</p>
            <p className="text-sm text-ink-3">
              {t`${plural(codesLeft, {
                0: "No code left",
                one: "# code left",
                other: "# codes left",
              })}`}
            </p>
          </div>
          <Button variant="soft" busy={busy} onClick={() => void renew()}>
            {t`New codes`}
          </Button>
        </li>
      </ul>
      <ErrorNotice error={error} />
      {codes && <RecoveryCodesDialog codes={codes} onClose={closeCodes} />}
      {isRemoving && (
        <RemoveDialog
          title={t`Remove the authenticator app?`}
          text={t`Your password alone signs you in again, and your recovery codes stop working.`}
          action={() => call(secondFactor.turnOff, {})}
          done={t`Authenticator app removed.`}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

function useRenewCodes() {
  const { t } = useLingui();
  const refresh = useRefreshSignInSecurity();
  const { busy, error, attempt } = useAttempt();
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = () =>
    attempt(t`Couldn't reach the server. Try again.`, async () => {
      const { recoveryCodes } = await call(secondFactor.renewRecoveryCodes, {});
      setCodes(recoveryCodes);
    });
  const closeCodes = () => {
    setCodes(undefined);
    void refresh();
  };
  return {
    renew,
    busy,
    error,
    codes,
    closeCodes,
  };
}

/** New recovery codes, which replaced those from before. */
function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Keep your recovery codes`}
      footer={<Button onClick={onClose}>{t`I've kept them`}</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}

const CODE_LENGTH = 6;

interface SetUpAppDialogProps {
  readonly app: {
    readonly key: string;
    readonly url: string;
  };
  readonly onClose: () => void;
}

/** Two steps: the key for the app and its first code, then the recovery codes. */
function SetUpAppDialog({ app, onClose }: SetUpAppDialogProps) {
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

/** The recovery codes, which are shown once: to copy, or to save as a file. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const copy = useCopy();
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t`If you lose your phone, enter one of these codes instead. Each works once. We show them only now, so keep them in a safe place.`}
      </p>
      <ul
        aria-label={t`Recovery codes`}
        dir="ltr"
        className="num grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="line" onClick={() => void copy(text, t`Codes copied.`)}>
          {t`Copy the codes`}
        </Button>
        <Button variant="line" onClick={() => saveCodes(text)}>
          {t`Save as a file`}
        </Button>
      </div>
    </div>
  );
}

function saveCodes(text: string): void {
  const file = new Blob([`${communitySettings.name}\n\n${text}\n`], { type: "text/plain" });
  saveFile(file, "recovery-codes.txt");
}
