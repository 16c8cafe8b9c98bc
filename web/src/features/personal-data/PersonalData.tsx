import { type DataExport, personalData } from "@commonlane/contract/personal-data";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { accountErrorText } from "#shared/api/account-error-text.ts";
import { call } from "#shared/api/api-client.ts";
import { download } from "#shared/api/download.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { numberFormat } from "#shared/formatting/formatters.ts";
import { formatLegalDate } from "#shared/formatting/legal-date.ts";
import { formatUserDate, formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { PasskeyInstead } from "#shared/passkeys/PasskeyInstead.tsx";
import { useSession, useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useLegalTextNames } from "./ConsentDialog.tsx";
import { ownConsents, ownExports, useRequestExport } from "./personal-data.queries.ts";
import { TripStatements } from "./TripStatements.tsx";

/** Personal data of the user: export, statement of trips, accepted terms and account deletion. */
export function PersonalData() {
  const { t } = useLingui();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <section id="your-data" aria-labelledby="your-data-title" className="grid gap-6">
      <h2 id="your-data-title" className="sr-only">{t`Your data`}</h2>
      <DataExports />
      <TripStatements />
      <AcceptedTexts />
      <div className="grid gap-3 rounded-lg border border-bad p-4">
        <h3 className="font-bold">{t`Delete your account`}</h3>
        <p className="text-sm text-ink-2">
          {t`Your rides and requests are cancelled right away. You can restore your account by signing in within ${communitySettings.retentionDays.grace} days; after that, everything you wrote is deleted.`}
        </p>
        <Button
          variant="danger"
          icon="trash"
          className="justify-self-start"
          onClick={() => setDeleting(true)}
        >
          {t`Delete account…`}
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </section>
  );
}

/** The accepted legal texts and when they were accepted. */
function AcceptedTexts() {
  const { t } = useLingui();
  const query = useQuery(ownConsents);
  const consents = query.data;
  const names = useLegalTextNames();
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{t`Accepted terms`}</h3>
      {!consents && <NotLoaded query={query} />}
      {consents && (
        <ul className="grid divide-y divide-line card">
          {consents.map(({ document, agreedAt, updated }) => (
            <li key={document} className="flex items-center gap-3 p-2 ps-4">
              <Icon
                name={agreedAt ? "check-circle" : "alert"}
                className={agreedAt ? "text-ok" : "text-warn"}
              />
              <div className="min-w-0 flex-1 py-1">
                <Link
                  to={`/${document}`}
                  className="font-semibold text-brand-ink underline underline-offset-4"
                >
                  {names[document]}
                </Link>
                <p className="text-sm text-ink-3">
                  {agreedAt
                    ? t`Version of ${formatLegalDate(updated)}, accepted on ${formatUserDate(agreedAt)}`
                    : t`Version of ${formatLegalDate(updated)}, not accepted yet`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Confirms the deletion of the account: lists the consequences and asks for the password. */
function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const { email } = useUser();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [password, setPassword] = useState("");
  const { busy, error, setError, attempt } = useAttempt(accountErrorText);
  const submit = async ({ withPassword = true } = {}) => {
    if (withPassword && password === "") return setError(t`Please fill in all fields`);
    let eraseAt = "";
    const body = withPassword ? { password } : {};
    const requestDeletion = async () =>
      ({ eraseAt } = await call(personalData.deleteAccount, { body }));
    if (!(await attempt("", requestDeletion))) return;
    const day = formatUserDate(eraseAt, { dateStyle: "long" });
    const notice = t`Your account will be deleted on ${day}. To keep it, sign in before that.`;
    // Signed-out users are redirected to the landing page, so go to the login only after that.
    await signOut();
    void navigate("/login", { state: { notice } });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete your account?`}
      cancelLabel={t`Keep my account`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} variant="danger" busy={busy}>
          {busy ? t`Deleting…` : t`Delete my account`}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <DeletionConsequences />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          required
          {...bindText(password, setPassword)}
        />
        <PasskeyInstead busy={busy} onConfirmed={() => void submit({ withPassword: false })} />
        <ErrorNotice error={error} />
      </form>
    </Dialog>
  );
}

function DeletionConsequences() {
  const { t } = useLingui();
  return (
    <ul className="grid list-disc gap-1.5 ps-5 text-ink-2 marker:text-ink-3">
      <li>{t`We cancel your rides and seats and withdraw your requests and offers. Everyone affected is notified.`}</li>
      <li>{t`Your profile is hidden, and you're signed out on all devices.`}</li>
      <li>
        {t`To keep your account, sign in within ${communitySettings.retentionDays.grace} days. Cancelled rides and seats don't come back.`}
      </li>
      <li>
        {t`After that, everything you wrote is permanently deleted. Other members' records show you as a former member.`}
      </li>
    </ul>
  );
}

/** Requests an export of the user's data and downloads it. */
function DataExports() {
  const { t } = useLingui();
  const exportsQuery = useQuery(ownExports);
  const exports = exportsQuery.data;
  const requestExport = useRequestExport();
  const isBeingMade =
    requestExport.isPending || exports?.some(({ state }) => state === "making") === true;
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-bold">{t`Export your data`}</h3>
        <p className="text-sm text-ink-3">
          {t`All your data in one ZIP file, as a readable page and as JSON. Only you can download it, for ${communitySettings.retentionDays.exports} days.`}
        </p>
      </div>
      {!exports && exportsQuery.error && <NotLoaded query={exportsQuery} />}
      {exports && exports.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {exports.map((dataExport) => (
            <ExportRow key={dataExport.id} dataExport={dataExport} />
          ))}
        </ul>
      )}
      {requestExport.error && <Notice tone="bad">{requestExport.error.message}</Notice>}
      <Button
        variant="line"
        className="justify-self-start"
        busy={isBeingMade}
        onClick={() => !isBeingMade && requestExport.mutate()}
      >
        {isBeingMade ? t`Preparing your export…` : t`Export my data`}
      </Button>
    </div>
  );
}

const EXPORT_ICONS = {
  making: "clock",
  failed: "alert",
  ready: "check-circle",
} as const;

function ExportRow({ dataExport }: { dataExport: DataExport }) {
  const { t } = useLingui();
  const { busy, error, attempt } = useAttempt();
  const { id, state, requestedAt, expiresAt, bytes } = dataExport;
  const day = formatUserDateTime(requestedAt);
  const downloadFile = () => download(personalData.file, { params: { exportId: id } }, name);
  const name = `${communitySettings.name.toLowerCase().replaceAll(/\W+/g, "-")}-${requestedAt.slice(0, 10)}.zip`;
  const statusTexts = {
    making: t`Preparing…`,
    failed: t`The export failed. Please try again.`,
    ready: t`${sizeText(bytes ?? 0)}, available until ${formatUserDate(expiresAt ?? requestedAt)}`,
  };
  return (
    <li className="grid gap-2 p-2 ps-4">
      <div className="flex items-center gap-3">
        <Icon name={EXPORT_ICONS[state]} className="text-ink-3" />
        <div className="min-w-0 flex-1 py-1">
          <p className="font-semibold">{t`Export of ${day}`}</p>
          <p role="status" className="text-sm text-ink-3">
            {statusTexts[state]}
          </p>
        </div>
        {state === "ready" && (
          <Button
            variant="soft"
            busy={busy}
            aria-label={t`Download the export of ${day}`}
            onClick={() => {
              if (!busy)
                void attempt(
                  t`Couldn't download the file. Check your connection and try again.`,
                  downloadFile,
                );
            }}
          >
            {t`Download`}
          </Button>
        )}
      </div>
      <ErrorNotice error={error} />
    </li>
  );
}

/** Human-readable size, such as 3 kB or 1.2 MB. */
function sizeText(bytes: number): string {
  const isSmall = bytes < 1_000_000;
  const unit = isSmall ? "kilobyte" : "megabyte";
  const size = isSmall ? Math.ceil(bytes / 1000) : bytes / 1_000_000;
  return numberFormat({
    style: "unit",
    unit,
    maximumFractionDigits: 1,
  }).format(size);
}
