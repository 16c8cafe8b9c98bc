import type { MailSecurity } from "@commonlane/contract/community-settings";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { Button } from "#shared/ui/Button.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { MailCertificates } from "./MailCertificates.tsx";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { TestEmail } from "./TestEmail.tsx";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

const PORTS: Record<MailSecurity, string> = {
  tls: "465",
  starttls: "587",
  optional: "25",
};

/** The mail server and the sender, with a test e-mail to oneself. */
export function MailForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const { mailServer, mailFrom } = settings.values;
  const [isEditing, setEditing] = useState(mailServer === null);
  const isFixed = fixedBy(settings, "mailServer") !== undefined;
  const showsFields = isEditing && !isFixed;
  const security = mailServer?.security ?? "starttls";
  const [draft, change, clear] = useDraft("settings.mail", {
    host: mailServer?.host ?? "",
    port: String(mailServer?.port ?? PORTS[security]),
    security,
    user: mailServer?.user ?? "",
    mailFrom,
  });
  // Kept in memory only.
  const [password, setPassword] = useState("");
  const saving = useSaveSettings(() => {
    clear();
    setPassword("");
    setEditing(false);
    onSaved();
  });
  const submit = () => {
    const { host, port, user } = draft;
    const server = {
      host: host.trim(),
      port: readNumber(port),
      security: draft.security,
      user: user.trim() || null,
      password: user.trim() ? password : null,
    };
    saving.save({
      mailFrom: draft.mailFrom,
      ...(showsFields && { mailServer: host.trim() === "" ? null : server }),
    });
  };
  return (
    <div className="grid gap-5">
      <SettingsForm saving={saving} submitLabel={submitLabel} onSubmit={submit}>
        {!showsFields && (
          <MailServerSummary
            mailServer={mailServer}
            onChange={isFixed ? undefined : () => setEditing(true)}
          />
        )}
        {isFixed && (
          <p className="text-sm text-ink-3">{fixedFieldProps(settings, "mailServer").hint}</p>
        )}
        {showsFields && (
          <ServerFields
            draft={draft}
            change={change}
            password={password}
            onPassword={setPassword}
            errors={saving.errors}
          />
        )}
        <TextField
          label={t`Sender`}
          {...fixedFieldProps(settings, "mailFrom", t`Such as: Our rides <rides@example.org>`)}
          maxLength={200}
          error={saving.errors["mailFrom"]}
          {...bindText(draft.mailFrom, (mailFrom) => change({ mailFrom }))}
        />
      </SettingsForm>
      {/* Not while the mail server is being changed: the test would use the stored one. */}
      {mailServer && !showsFields && (
        <TestEmail key={`${mailServer.host} ${mailServer.port} ${mailFrom}`} settings={settings} />
      )}
      <MailCertificates settings={settings} />
    </div>
  );
}

interface MailServerSummaryProps {
  readonly mailServer: SettingsFormProps["settings"]["values"]["mailServer"];
  /** Undefined if the operator's environment sets the mail server. */
  readonly onChange: (() => void) | undefined;
}

/** The mail server in a line. */
function MailServerSummary({ mailServer, onChange }: MailServerSummaryProps) {
  const { t } = useLingui();
  const address = mailServer && `${mailServer.host}:${mailServer.port}`;
  const summary = mailServer?.user ? `${mailServer.user} · ${address}` : address;
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span className="wrap-anywhere">{summary ?? t`No mail server`}</span>
      {onChange && (
        <Button variant="line" size="sm" onClick={onChange}>
          {t`Change the mail server`}
        </Button>
      )}
    </p>
  );
}

interface ServerDraft {
  readonly host: string;
  readonly port: string;
  readonly security: MailSecurity;
  readonly user: string;
}

interface ServerFieldsProps {
  readonly draft: ServerDraft;
  readonly change: (changes: Partial<ServerDraft>) => void;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** The mail server; always typed as a whole, because its password is not known here. */
function ServerFields({ draft, change, password, onPassword, errors }: ServerFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextField
          label={t`Mail server`}
          placeholder="smtp.example.org"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`Without one, e-mails stay on this server, and no one else can sign up.`}
          error={errors["mailServer.host"]}
          {...bindText(draft.host, (host) => change({ host }))}
        />
        <NumberField
          label={t`Port`}
          inputMode="numeric"
          error={errors["mailServer.port"]}
          value={draft.port}
          onChange={(port) => change({ port })}
        />
      </div>
      <SelectField
        label={t`Encryption`}
        value={draft.security}
        options={[
          {
            value: "starttls",
            label: t`STARTTLS, required`,
          },
          {
            value: "tls",
            label: t`TLS from the start`,
          },
          {
            value: "optional",
            label: t`Only if the server offers it`,
          },
        ]}
        onChange={(security) =>
          change({
            security,
            ...(draft.port === PORTS[draft.security] && { port: PORTS[security] }),
          })
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`User name`}
          optional={t`optional`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...bindText(draft.user, (user) => change({ user }))}
        />
        <PasswordField
          label={t`Password of the mail server`}
          autoComplete="off"
          hint={t`It is never shown again.`}
          error={errors["mailServer.password"]}
          {...bindText(password, onPassword)}
        />
      </div>
    </>
  );
}
