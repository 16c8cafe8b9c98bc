import { WEBHOOK_TYPES, type WebhookType, webhooks } from "@commonlane/contract/webhooks";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useWebhookTypeLabels } from "./webhook-labels.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

const EMPTY = {
  name: "",
  url: "",
  types: ["ride.listed"] as readonly WebhookType[],
};

/** Adds a webhook and shows the secret of its signatures, this one time. */
export function NewWebhook() {
  const { t } = useLingui();
  const labels = useWebhookTypeLabels();
  const [draft, setDraft] = useState(EMPTY);
  const { name, url, types } = draft;
  const add = useConsoleAction(webhooks.add);
  const fields = isProblem(add.error, "invalid_input") ? add.error.fields : {};
  const toggle = (type: WebhookType, isChosen: boolean) =>
    setDraft({
      ...draft,
      types: isChosen ? [...types, type] : types.filter((each) => each !== type),
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      name: name.trim(),
      url: url.trim(),
      types: [...types],
    };
    add.mutate({ body }, { onSuccess: () => setDraft(EMPTY) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t({
          message: "Name",
          context: "of a webhook",
        })}
        placeholder={t`Chat room`}
        required
        maxLength={60}
        {...bindText(name, (name) =>
          setDraft({
            ...draft,
            name,
          }),
        )}
      />
      <TextField
        label={t`Address`}
        type="url"
        placeholder="https://bot.example.org/"
        required
        maxLength={500}
        error={fields["url"]}
        {...bindText(url, (url) =>
          setDraft({
            ...draft,
            url,
          }),
        )}
      />
      <fieldset className="grid sm:col-span-2 sm:grid-cols-2">
        <legend className="font-semibold">{t`Tell it of`}</legend>
        {WEBHOOK_TYPES.map((type) => (
          <CheckField
            key={type}
            label={labels[type]}
            checked={types.includes(type)}
            onChange={(isChosen) => toggle(type, isChosen)}
          />
        ))}
      </fieldset>
      <Button type="submit" variant="line" className="justify-self-start" busy={add.isPending}>
        {t`Add a webhook`}
      </Button>
      {add.data && (
        <Notice tone="ok" className="sm:col-span-2">
          {t`Copy the secret of its signatures now. It won't be shown again:`}{" "}
          <strong translate="no" className="font-mono wrap-anywhere">
            {add.data.secret}
          </strong>
        </Notice>
      )}
      <ErrorNotice error={add.error} className="sm:col-span-2" />
    </form>
  );
}
