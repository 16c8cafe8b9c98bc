import {
  API_KEY_NAME_MAX_LENGTH,
  API_KEY_VALID_DAYS,
  type ApiKey,
  type NewApiKey,
} from "@commonlane/contract/api-keys";
import { API_SCOPES, type ApiScope } from "@commonlane/contract/endpoint";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ownApiKeys, useCreateApiKey, useRevokeApiKey } from "./api-keys.queries.ts";

/** Keys with which programs act for the user; nothing where the operator has not switched them on. */
export function ApiKeys() {
  const { t } = useLingui();
  const query = useQuery(ownApiKeys);
  const { data, error, isRefetching } = query;
  const [isCreating, setCreating] = useState(false);
  // The row that was removed had the focus.
  const root = useReturnFocus<HTMLElement>(isRefetching, "h2");
  if (!data && !error) return null;
  if (data?.isOn === false && data.items.length === 0) return null;
  return (
    <section ref={root} aria-labelledby="api-keys" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          id="api-keys"
          tabIndex={-1}
          className="text-xl font-bold tracking-[-.015em] outline-none"
        >
          {t`API keys`}
        </h2>
        <p className="text-ink-2">
          {t`A program with a key acts for you, as far as you allow it.`}{" "}
          <a href="/api/docs#first-call" className="font-semibold text-brand-ink underline">
            {t`How to use the API`}
          </a>
        </p>
      </div>
      {!data && <NotLoaded query={query} />}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {data.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {data?.isOn && (
        <Button variant="line" className="justify-self-start" onClick={() => setCreating(true)}>
          {t`Create an API key`}
        </Button>
      )}
      {data?.isOn === false && (
        <Notice tone="warn">{t`API keys are switched off now, so none of them works.`}</Notice>
      )}
      {isCreating && <NewApiKeyDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const labels = useScopeLabels();
  const [isRemoving, setRemoving] = useState(false);
  const { name, scopes, lastUsedAt } = apiKey;
  const expiresOn = formatUserDate(apiKey.expiresAt);
  const lastUsedOn = lastUsedAt === null ? "" : formatUserDate(lastUsedAt);
  return (
    <li className="flex items-start gap-3 p-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2">
          {scopes.map((scope) => labels[scope]).join(" · ")}
        </span>
        <span className="text-sm text-ink-3">
          {lastUsedAt === null
            ? t`Never used · expires on ${expiresOn}`
            : t`Last used on ${lastUsedOn} · expires on ${expiresOn}`}
        </span>
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t`Remove ${name}`}
        onClick={() => setRemoving(true)}
      >
        {t`Remove`}
      </Button>
      {isRemoving && <RevokeDialog apiKey={apiKey} onClose={() => setRemoving(false)} />}
    </li>
  );
}

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const { t } = useLingui();
  const revoke = useRevokeApiKey();
  return (
    <ConsequenceDialog
      title={t`Remove ${name}?`}
      text={t`Programs with this key stop working at once.`}
      confirmLabel={t`Remove`}
      call={revoke}
      onConfirm={() => revoke.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Creates a key and shows it, this one time. */
function NewApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const create = useCreateApiKey();
  if (create.data) return <CreatedKey apiKey={create.data.key} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Create an API key`}
      cancelLabel={t`Cancel`}
      busy={create.isPending}
      footer={<Button type="submit" form={formId} busy={create.isPending}>{t`Create`}</Button>}
    >
      <KeyForm id={formId} error={create.error} onSubmit={(key) => create.mutate(key)} />
    </Dialog>
  );
}

type ValidDays = NewApiKey["validDays"];

interface KeyFormProps {
  readonly id: string;
  readonly error: Error | null;
  readonly onSubmit: (key: NewApiKey) => void;
}

function KeyForm({ id, error, onSubmit }: KeyFormProps) {
  const { t } = useLingui();
  const labels = useScopeLabels();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ApiScope[]>(["rides:read"]);
  const [validDays, setValidDays] = useState<ValidDays>(90);
  const toggle = (scope: ApiScope, isChosen: boolean) =>
    setScopes(isChosen ? [...scopes, scope] : scopes.filter((each) => each !== scope));
  const fields = isProblem(error, "invalid_input") ? error.fields : {};
  return (
    <form
      id={id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({
          name: name.trim(),
          scopes: [...scopes],
          validDays,
        });
      }}
    >
      <TextField
        label={t({
          message: "Name",
          context: "of an API key",
        })}
        placeholder={t`Chat bot`}
        required
        maxLength={API_KEY_NAME_MAX_LENGTH}
        error={fields["name"]}
        {...bindText(name, setName)}
      />
      <fieldset className="grid">
        <legend className="font-semibold">{t`The program may`}</legend>
        {API_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={labels[scope]}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => toggle(scope, isChosen)}
          />
        ))}
      </fieldset>
      <SelectField
        label={t`Expires after`}
        value={String(validDays)}
        options={API_KEY_VALID_DAYS.map((days) => ({
          value: String(days),
          label: plural(days, {
            one: "# day",
            other: "# days",
          }),
        }))}
        onChange={(value) => {
          const chosen = API_KEY_VALID_DAYS.find((days) => String(days) === value);
          if (chosen) setValidDays(chosen);
        }}
      />
      <ErrorNotice error={error} />
    </form>
  );
}

interface CreatedKeyProps {
  readonly apiKey: string;
  readonly onClose: () => void;
}

function CreatedKey({ apiKey, onClose }: CreatedKeyProps) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Copy the key now`}
      footer={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{t`It won't be shown again. Anyone who has it can act for you.`}</p>
        <TextAreaField
          label={t`API key`}
          value={apiKey}
          readOnly
          translate="no"
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant="soft"
          className="justify-self-start"
          onClick={() => void copy(apiKey, t`Copied.`)}
        >{t`Copy`}</Button>
      </div>
    </Dialog>
  );
}

/** What a program may do with each scope. */
function useScopeLabels(): Readonly<Record<ApiScope, string>> {
  const { t } = useLingui();
  return {
    "rides:read": t`Find rides`,
    "rides:write": t`Host, change and cancel rides`,
    "requests:read": t`Read ride requests`,
    "requests:write": t`Post and change ride requests`,
    "bookings:read": t`Read your bookings`,
    "events:read": t`Read events`,
    "events:write": t`Create, change and cancel events`,
    "places:read": t`Find places`,
  };
}
