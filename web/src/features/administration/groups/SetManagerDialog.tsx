import { groupAdministration } from "@commonlane/contract/group-management";
import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { SearchForm } from "#shared/ui/fields/SearchForm.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { searchPeople } from "#shared/console/console.queries.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

interface SetManagerDialogProps {
  readonly group: {
    readonly id: string;
    readonly name: string;
  };
  readonly onClose: () => void;
}

/** Finds a member of a group and makes them its manager. */
export function SetManagerDialog({ group: { id, name }, onClose }: SetManagerDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const [words, setWords] = useState("");
  const { data: people, error } = useQuery(searchPeople(words));
  const appoint = useConsoleAction(groupAdministration.setManager);
  const onSuccess = () => {
    toast({ message: t`Saved.`, type: "success" });
    onClose();
  };
  const failure = appoint.error ?? error;
  return (
    <Dialog open title={t`Add a manager to ${name}`} onClose={onClose} busy={appoint.isPending}>
      <div className="grid gap-4">
        <p className="text-ink-2">{t`Only members of the group can become its managers.`}</p>
        <SearchForm label={t`Name, e-mail or id`} words={words} onSearch={setWords} />
        {people?.length === 0 && <p role="status">{t`No one found`}</p>}
        {people && people.length > 0 && (
          <ul className="grid divide-y divide-line rounded-md border border-line">
            {people.map((person) => (
              <PersonRow
                key={person.uid}
                person={person}
                isBusy={appoint.isPending}
                onChoose={() =>
                  appoint.mutate(
                    {
                      params: { groupId: id },
                      body: { uid: person.uid },
                    },
                    { onSuccess },
                  )
                }
              />
            ))}
          </ul>
        )}
        {failure && (
          <Notice tone="bad">
            {isProblem(failure, "not_found")
              ? t`This person isn't a member of the group.`
              : errorText(failure)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

interface PersonRowProps {
  readonly person: ModeratedPerson;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

function PersonRow({ person, isBusy, onChoose }: PersonRowProps) {
  const { t } = useLingui();
  const name = person.name ?? person.email;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 p-3">
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2 wrap-anywhere">{person.email}</span>
      </span>
      <Button
        variant="line"
        size="sm"
        busy={isBusy}
        aria-label={t`Make ${name} a manager`}
        onClick={onChoose}
      >
        {t`Make a manager`}
      </Button>
    </li>
  );
}
