import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { ownTemplates, useKeepTemplate, useRemoveTemplate } from "./hosting.queries.ts";
import type { RideDraft } from "./ride-draft.ts";
import { termsOf } from "./ride-terms.ts";

const NAME_MAX_LENGTH = 60;

/** Ways that were kept to be hosted again. It says nothing where there are none. */
export function Templates() {
  const { t } = useLingui();
  const { data } = useQuery(ownTemplates);
  const remove = useRemoveTemplate();
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="templates" className="grid gap-2">
      <h2 id="templates" className="text-lg font-bold">{t`Your templates`}</h2>
      <ul className="flex flex-wrap gap-2">
        {data.items.map(({ id, name }) => (
          <li key={id} className="flex items-center">
            <Link to={`/host?template=${id}`} className={buttonLook("soft", "sm")}>
              {name}
            </Link>
            <IconButton icon="close" label={t`Delete the template ${name}`} onClick={() => remove.mutate(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keeps what the ride is like, under a name, for another time. */
export function KeepTemplate({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const toast = useToast();
  const keep = useKeepTemplate();
  const [name, setName] = useState<string>();
  if (name === undefined) {
    return (
      <Button variant="ghost" size="sm" icon="plus" className="justify-self-start" onClick={() => setName("")}>
        {t`Keep as a template`}
      </Button>
    );
  }
  const onKeep = () => {
    const { departsAt: _, returnWay: __, ...ride } = termsOf({ ...draft, returns: false });
    keep.mutate(
      { name: name.trim(), ride },
      {
        onSuccess: () => {
          setName(undefined);
          toast({ message: t`The template was kept.`, type: "success" });
        },
      },
    );
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={t`Name of the template`}
          className="flex-1"
          maxLength={NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button variant="line" disabled={name.trim() === ""} busy={keep.isPending} onClick={onKeep}>
          {t`Keep`}
        </Button>
      </div>
      {keep.isError && (
        <Notice tone="bad">{errorText(keep.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </div>
  );
}
