import {
  providerAdministration,
  type SignInProvider,
} from "@commonlane/contract/provider-administration";
import { ProviderId } from "@commonlane/contract/sign-in-providers";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { PasswordField } from "#shared/ui/fields/PasswordField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { LogoField } from "./LogoField.tsx";
import { ProviderAddresses } from "./ProviderAddresses.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

interface ProviderFormProps {
  /** Undefined for a new one. */
  readonly provider: SignInProvider | undefined;
  readonly onDone: () => void;
}

const NEW = {
  id: "",
  name: "",
  logo: null,
  issuer: "",
  clientId: "",
  scopes: "openid email profile",
  emailDomains: [],
  trustsEmail: false,
  enabled: true,
};

function useProviderForm({ provider, onDone }: ProviderFormProps) {
  const { t } = useLingui();
  const toast = useToast();
  const { id, name, logo, issuer, clientId, scopes, emailDomains, trustsEmail, enabled } =
    provider ?? NEW;
  const domains = emailDomains.join("\n");
  const initial = {
    id,
    name,
    logo,
    issuer,
    clientId,
    scopes,
    domains,
    trustsEmail,
    enabled,
    endsSessions: false,
  };
  const [draft, change, clear] = useDraft(`settings.provider.${id}`, initial);
  // Kept in memory only.
  const [secret, setSecret] = useState("");
  const [idError, setIdError] = useState<string>();
  const saving = useConsoleAction(providerAdministration.save);
  const submit = () => {
    const parsed = ProviderId.safeParse(draft.id.trim());
    setIdError(parsed.success ? undefined : t`Use lower-case letters, digits and hyphens.`);
    if (!parsed.success || saving.isPending) return;
    const { id: _, domains, ...fields } = draft;
    const body = {
      ...fields,
      emailDomains: domains.split(/[\s,]+/).filter(Boolean),
      ...(secret !== "" && { clientSecret: secret }),
    };
    const onSuccess = () => {
      clear();
      toast({
        message: t`Saved. Pages show it when they are opened again.`,
        type: "success",
      });
      onDone();
    };
    saving.mutate(
      {
        params: { providerId: parsed.data },
        body,
      },
      { onSuccess },
    );
  };
  const fields: Readonly<Record<string, string>> =
    saving.error instanceof ApiError ? saving.error.fields : {};
  const domainError = Object.entries(fields).find(([field]) =>
    field.startsWith("emailDomains"),
  )?.[1];
  return {
    draft,
    change,
    clear,
    secret,
    setSecret,
    idError,
    saving,
    submit,
    errors: fields,
    domainError,
  };
}

/** All settings of an institution. What was typed survives an error and, except for the secret, a reload. */
export function ProviderForm({ provider, onDone }: ProviderFormProps) {
  const { t } = useLingui();
  const form = useProviderForm({ provider, onDone });
  const { draft, change, saving, errors } = form;
  const name = provider?.name;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 card p-4 sm:p-6">
      <h2 className="text-lg font-bold">
        {name === undefined ? t`Add an institution` : t`Change ${name}`}
      </h2>
      <TextField
        label={t`Name on the button`}
        maxLength={60}
        error={errors["name"]}
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <LogoField logo={draft.logo} onChange={(logo) => change({ logo })} />
      <TextField
        label={t`Short name`}
        hint={t`Part of the addresses below, such as uni. It can't be changed later.`}
        error={form.idError}
        disabled={provider !== undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...bindText(draft.id, (id) => change({ id }))}
      />
      <ProviderAddresses id={draft.id.trim()} />
      <ConnectionFields provider={provider} form={form} />
      <DomainFields form={form} />
      <CheckField
        label={t`Show it on the sign-in page`}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {!draft.enabled && <EndSessionsField provider={provider} form={form} />}
      <ErrorNotice error={saving.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {t`Save`}
        </Button>
        <Button
          variant="line"
          onClick={() => {
            form.clear();
            onDone();
          }}
        >
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useProviderForm>;

function ConnectionFields({
  provider,
  form,
}: {
  provider: SignInProvider | undefined;
  form: Form;
}) {
  const { t } = useLingui();
  const { draft, change, secret, setSecret, errors } = form;
  const technical = {
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
  } as const;
  return (
    <>
      <TextField
        label={t`Issuer`}
        placeholder="https://login.example.org/realms/all"
        {...technical}
        maxLength={500}
        error={errors["issuer"]}
        {...bindText(draft.issuer, (issuer) => change({ issuer }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Client ID`}
          {...technical}
          maxLength={500}
          error={errors["clientId"]}
          {...bindText(draft.clientId, (clientId) => change({ clientId }))}
        />
        <PasswordField
          label={t`Client secret`}
          autoComplete="off"
          hint={
            provider?.hasSecret
              ? t`Stored. Leave it empty to keep it; another issuer or client needs a new one.`
              : t`It is never shown again.`
          }
          error={errors["clientSecret"]}
          {...bindText(secret, setSecret)}
        />
      </div>
      <TextField
        label={t`Scopes`}
        {...technical}
        maxLength={300}
        error={errors["scopes"]}
        {...bindText(draft.scopes, (scopes) => change({ scopes }))}
      />
    </>
  );
}

/** For an institution that is switched off: its people may be signed in for a year otherwise. */
function EndSessionsField({
  provider,
  form: { draft, change },
}: {
  provider: SignInProvider | undefined;
  form: Form;
}) {
  const { t } = useLingui();
  const count = provider?.signedIn ?? 0;
  if (count === 0) return null;
  return (
    <CheckField
      label={t`${plural(count, {
        one: "Also sign out # person who signed in there",
        other: "Also sign out # people who signed in there",
      })}`}
      checked={draft.endsSessions}
      onChange={(endsSessions) => change({ endsSessions })}
    />
  );
}

function DomainFields({ form: { draft, change, domainError } }: { form: Form }) {
  const { t } = useLingui();
  return (
    <>
      <TextAreaField
        label={t`E-mail domains without passwords`}
        optional={t`optional`}
        hint={t`One per line, subdomains included. People with these addresses can only sign in here. Administrators with a password still get in.`}
        error={domainError}
        {...bindText(draft.domains, (domains) => change({ domains }))}
      />
      <CheckField
        label={t`Trust its e-mail addresses at these domains`}
        hint={t`Only if it doesn't say which addresses are verified, and its people can't choose theirs.`}
        checked={draft.trustsEmail}
        onChange={(trustsEmail) => change({ trustsEmail })}
      />
    </>
  );
}
