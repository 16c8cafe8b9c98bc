import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { UndoLine } from "#shared/ui/UndoLine.tsx";
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
        {data.items.map((template) => (
          <Template key={template.id} template={template} onDelete={() => remove.mutateAsync(template.id)} />
        ))}
      </ul>
      {remove.error && (
        <Notice tone="bad">{errorText(remove.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </section>
  );
}

interface TemplateProps {
  readonly template: RideTemplate;
  readonly onDelete: () => Promise<unknown>;
}

function Template({ template: { id, name }, onDelete }: TemplateProps) {
  const { t } = useLingui();
  const { waiting, start, undo } = useUndoable(onDelete);
  return (
    <li className="flex items-center">
      {waiting ? (
        <UndoLine text={t`Deleting ${name}…`} onUndo={undo} />
      ) : (
        <>
          <Link to={`/host?template=${id}`} className={buttonLook("soft", "sm")}>
            {name}
          </Link>
          <IconButton icon="close" label={t`Delete the template ${name}`} onClick={start} />
        </>
      )}
    </li>
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
