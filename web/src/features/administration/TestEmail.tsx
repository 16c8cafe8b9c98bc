import { administration } from "@commonlane/contract/administration";
import type { MailCertificate } from "@commonlane/contract/community-settings";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { CertificateDetails } from "./MailCertificates.tsx";
import { useMailFailureText } from "./mail-failure-text.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

/** Sends the administrator a test e-mail and says whether the mail server accepted it. */
export function TestEmail({ settings }: Pick<SettingsFormProps, "settings">) {
  const { t } = useLingui();
  const failureText = useMailFailureText();
  const test = useConsoleAction(administration.sendTestEmail);
  const result = test.data;
  const to = result?.to ?? "";
  const name = result?.name;
  const isNameRefused = /MAIL FROM 4|HELO|EHLO/.test(result?.failure ?? "");

  return (
    <div className="grid gap-3 rounded-lg border border-line p-4">
      <p className="text-ink-2">{t`Check the mail server by sending yourself an e-mail. Save first.`}</p>
      <Button
        variant="line"
        icon="send"
        className="justify-self-start"
        busy={test.isPending}
        onClick={() => test.mutate({})}
      >
        {test.isPending ? t`Sending…` : t`Send a test e-mail`}
      </Button>
      {result?.failure === null && (
        <Notice tone="ok">{t`The mail server accepted an e-mail to ${to}. Check that it arrives, and not as spam.`}</Notice>
      )}
      {result && result.failure !== null && (
        <Notice tone="bad">{failureText(result.failure)}</Notice>
      )}
      {isNameRefused && (
        <p className="text-sm text-ink-2">
          {name
            ? t`This server introduces itself as ${name}.`
            : t`This server has no name to introduce itself with. Set PUBLIC_URL.`}
        </p>
      )}
      {result?.certificate && (
        <TrustCertificate
          settings={settings}
          certificate={result.certificate}
          onTrusted={() => test.mutate({})}
        />
      )}
      <ErrorNotice error={test.error} />
    </div>
  );
}

interface TrustCertificateProps extends Pick<SettingsFormProps, "settings"> {
  readonly certificate: MailCertificate;
  readonly onTrusted: () => void;
}

/** Shows the certificate that was refused, and trusts it after the administrator has compared it. */
function TrustCertificate({ settings, certificate, onTrusted }: TrustCertificateProps) {
  const { t } = useLingui();
  const saving = useSaveSettings(onTrusted);
  const variable = fixedBy(settings, "mailCertificates");
  const trusted = settings.mailCertificates.map(({ pem }) => pem);

  return (
    <section className="grid gap-3 border-t border-line pt-3">
      <h4 className="font-semibold">{t`The certificate it showed`}</h4>
      <CertificateDetails certificate={certificate} />
      <p className="text-sm text-ink-2">
        {t`Compare the fingerprint with that of the certificate on the mail server. If it is the same, you can trust it.`}
      </p>
      {variable === undefined ? (
        <Button
          variant="line"
          className="justify-self-start"
          busy={saving.busy}
          onClick={() =>
            saving.save({ mailCertificates: [...trusted, certificate.pem].join("\n") })
          }
        >
          {t`Trust this certificate`}
        </Button>
      ) : (
        <p className="text-sm text-ink-2">{t`Trusted certificates are in the file that ${variable} names.`}</p>
      )}
      <ErrorNotice error={saving.error} />
    </section>
  );
}
