import {
  API_KEY_NAME_MAX_LENGTH,
  API_KEY_VALID_DAYS,
  type NewApiKey,
} from "@commonlane/contract/api-keys";
import { API_SCOPES, type ApiScope } from "@commonlane/contract/endpoint";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useCreateApiKey } from "./api-keys.queries.ts";

/** Creates a key and shows it, this one time. */
export function NewApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
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
export function useScopeLabels(): Readonly<Record<ApiScope, string>> {
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
