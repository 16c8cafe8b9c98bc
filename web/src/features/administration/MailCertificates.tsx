import type { MailCertificate } from "@commonlane/contract/community-settings";
import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

/** The certificates that are trusted for the mail server, each with a button that ends this. */
export function MailCertificates({ settings }: Pick<SettingsFormProps, "settings">) {
  const { t } = useLingui();
  const saving = useSaveSettings(() => {});
  const certificates = settings.mailCertificates;
  const isFixed = fixedBy(settings, "mailCertificates") !== undefined;
  if (certificates.length === 0) return null;

  const remove = (fingerprint: string) => {
    const others = certificates.filter((certificate) => certificate.fingerprint !== fingerprint);
    const text = others.map(({ pem }) => pem).join("\n");
    saving.save({ mailCertificates: text === "" ? null : text });
  };
  return (
    <section className="grid gap-3 rounded-lg border border-line p-4">
      <h4 className="font-semibold">{t`Trusted certificates`}</h4>
      {certificates.map((certificate) => (
        <div key={certificate.fingerprint} className="grid gap-2">
          <CertificateDetails certificate={certificate} />
          {!isFixed && (
            <Button
              variant="line"
              size="sm"
              className="justify-self-start"
              busy={saving.busy}
              onClick={() => remove(certificate.fingerprint)}
            >
              {t`Stop trusting it`}
            </Button>
          )}
        </div>
      ))}
      <ErrorNotice error={saving.error} />
    </section>
  );
}

/** What a certificate is for, who signed it, and its fingerprint. */
export function CertificateDetails({ certificate }: { readonly certificate: MailCertificate }) {
  const { t } = useLingui();
  const from = formatUserDate(certificate.validFrom);
  const to = formatUserDate(certificate.validTo);
  const facts = [
    { label: t`Name`, value: certificate.subject },
    {
      label: t`Signed by`,
      value: certificate.issuer,
    },
    { label: t`Valid`, value: `${from} – ${to}` },
    {
      label: t`SHA-256 fingerprint`,
      value: <Fingerprint fingerprint={certificate.fingerprint} />,
    },
  ];
  return (
    <dl className="grid gap-1 text-sm sm:grid-cols-[auto_1fr] sm:gap-x-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines end between two pairs of digits, so that people can compare them. */
function Fingerprint({ fingerprint }: Pick<MailCertificate, "fingerprint">) {
  const pairs = fingerprint.split(":");
  return pairs.map((pair, n) => (
    // A pair may come twice, and their order never changes.
    <span key={n}>
      {pair}
      {n < pairs.length - 1 && ":"}
      <wbr />
    </span>
  ));
}
