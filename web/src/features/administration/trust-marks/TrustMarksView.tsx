import { markAdministration, type MarkDefinition } from "@commonlane/contract/mark-administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { MarkForm } from "./MarkForm.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { markDefinitions } from "../administration.queries.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** Trust marks of the community: adding, changing and removing them. */
export function TrustMarksView() {
  const { t } = useLingui();
  const marksQuery = useQuery(markDefinitions);
  const marks = marksQuery.data;
  /** Id of the mark whose form is open; empty for a new one. */
  const [editing, setEditing] = useState<string>();
  if (!marks) return <NotLoaded query={marksQuery} />;
  const edited = marks.find(({ id }) => id === editing);
  if (editing !== undefined) return <MarkForm mark={edited} onDone={() => setEditing(undefined)} />;
  return (
    <>
      <h2 className="sr-only">{t`Trust marks`}</h2>
      <p className="text-ink-2">
        {t`A trust mark says where a member belongs, such as “Member of Example University”. Others see it on rides, requests and profiles, and can search for it.`}
      </p>
      {marks.length === 0 ? (
        <EmptyState
          title={t`No trust mark yet`}
        >{t`Add one for the e-mail domain of your organisation.`}</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {marks.map((mark) => (
            <MarkCard key={mark.id} mark={mark} onEdit={() => setEditing(mark.id)} />
          ))}
        </ul>
      )}
      <Button icon="plus" className="justify-self-start" onClick={() => setEditing("")}>
        {t`Add a trust mark`}
      </Button>
    </>
  );
}

function MarkCard({ mark, onEdit }: { mark: MarkDefinition; onEdit: () => void }) {
  const { t } = useLingui();
  const { name, meaning, emailDomains, claimRules, byTeam, holders } = mark;
  const domains = emailDomains.join(", ");
  const claims = claimRules.map(({ claim }) => claim).join(", ");
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 card p-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
        <p className="text-sm text-ink-2 wrap-anywhere">{meaning}</p>
        {domains !== "" && (
          <p className="text-sm text-ink-2 wrap-anywhere">{t`E-mail domains: ${domains}`}</p>
        )}
        {claims !== "" && (
          <p className="text-sm text-ink-2 wrap-anywhere">{t`Claims: ${claims}`}</p>
        )}
        {byTeam && <p className="text-sm text-ink-2">{t`Moderators can grant it`}</p>}
        <p className="text-sm text-ink-2">{t`Members with this mark: ${holders}`}</p>
      </div>
      <div className="flex gap-2">
        <Button variant="line" size="sm" aria-label={t`Change ${name}`} onClick={onEdit}>
          {t`Change`}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t`Remove ${name}`}
          onClick={() => setRemoving(true)}
        >
          {t`Remove`}
        </Button>
      </div>
      {isRemoving && <RemoveMarkDialog mark={mark} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function RemoveMarkDialog({
  mark: { id, name },
  onClose,
}: {
  mark: MarkDefinition;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const remove = useConsoleAction(markAdministration.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`All members lose it at once. This can't be undone.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { markId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
