import { NEIGHBOUR_NAME_MAX, neighbourAdministration } from "@commonlane/contract/neighbours";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

const EMPTY = {
  name: "",
  address: "",
  website: "",
  apiKey: "",
};

/** Adds a platform that speaks standard-covoiturage. It gets our rides as a receiver, under "Elsewhere". */
export function AddServer() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY);
  const add = useConsoleAction(neighbourAdministration.addServer);
  const change = (fields: Partial<typeof EMPTY>) =>
    setDraft({
      ...draft,
      ...fields,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: draft }, { onSuccess: () => setDraft(EMPTY) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 sm:grid-cols-2">
      <p className="text-ink-2 sm:col-span-2">
        {t`For a platform that offers its rides by standard-covoiturage. Ask it for an API key.`}
      </p>
      <TextField
        label={t({
          message: "Name",
          context: "of another platform",
        })}
        required
        maxLength={NEIGHBOUR_NAME_MAX}
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <TextField
        label={t`Its website, where rides open`}
        inputMode="url"
        required
        maxLength={200}
        {...bindText(draft.website, (website) => change({ website }))}
      />
      <TextField
        label={t`Address of its standard-covoiturage`}
        inputMode="url"
        required
        maxLength={200}
        {...bindText(draft.address, (address) => change({ address }))}
      />
      <TextField
        label={t`API key`}
        type="password"
        autoComplete="off"
        required
        maxLength={500}
        {...bindText(draft.apiKey, (apiKey) => change({ apiKey }))}
      />
      <Button type="submit" variant="line" className="justify-self-start" busy={add.isPending}>
        {t`Add the platform`}
      </Button>
      <ErrorNotice error={add.error} className="sm:col-span-2" />
    </form>
  );
}
