import type { RideTemplate } from "@commonlane/contract/ride-templates";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { ownTemplates, useSaveTemplate, useRemoveTemplate } from "./hosting.queries.ts";
import type { RideDraft } from "./draft/ride-draft.ts";
import { toRidePayload } from "./draft/ride-payload.ts";

const NAME_MAX_LENGTH = 60;

/** Saved templates for hosting again; renders nothing without any. */
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
          <TemplateItem
            key={template.id}
            template={template}
            onDelete={() => remove.mutateAsync(template.id)}
          />
        ))}
      </ul>
      <ErrorNotice error={remove.error} />
    </section>
  );
}

interface TemplateItemProps {
  readonly template: RideTemplate;
  readonly onDelete: () => Promise<unknown>;
}

function TemplateItem({ template: { id, name }, onDelete }: TemplateItemProps) {
  const { t } = useLingui();
  const { waiting, start, undo } = useUndoable(onDelete);
  return (
    <li className="flex items-center">
      {waiting ? (
        <UndoBar text={t`Deleting ${name}…`} onUndo={undo} />
      ) : (
        <>
          <Link to={`/host?template=${id}`} className={buttonClasses("soft", "sm")}>
            {name}
          </Link>
          <IconButton icon="close" label={t`Delete template ${name}`} onClick={start} />
        </>
      )}
    </li>
  );
}

/** Saves the draft as a named template. */
export function SaveTemplate({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const toast = useToast();
  const saveTemplate = useSaveTemplate();
  const [name, setName] = useState<string>();
  if (name === undefined) {
    return (
      <Button
        variant="ghost"
        size="sm"
        icon="plus"
        className="justify-self-start"
        onClick={() => setName("")}
      >
        {t`Save as template`}
      </Button>
    );
  }
  const onSave = () => {
    const {
      departsAt: _,
      returnWay: __,
      ...ride
    } = toRidePayload({
      ...draft,
      returns: false,
    });
    saveTemplate.mutate(
      { name: name.trim(), ride },
      {
        onSuccess: () => {
          setName(undefined);
          toast({
            message: t`Template saved.`,
            type: "success",
          });
        },
      },
    );
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <TextField
          label={t`Template name`}
          className="flex-1"
          maxLength={NAME_MAX_LENGTH}
          {...bindText(name, setName)}
        />
        <Button
          variant="line"
          disabled={name.trim() === ""}
          busy={saveTemplate.isPending}
          onClick={onSave}
        >
          {t`Save`}
        </Button>
      </div>
      <ErrorNotice error={saveTemplate.error} />
    </div>
  );
}
