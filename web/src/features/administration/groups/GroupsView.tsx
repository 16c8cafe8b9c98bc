import type { Reply } from "@commonlane/contract/endpoint";
import { groupAdministration } from "@commonlane/contract/group-management";
import type { ModeratedPerson } from "@commonlane/contract/moderation-shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { searchPeople } from "#shared/console/console.queries.ts";
import { PagedList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { SearchForm } from "#shared/ui/fields/SearchForm.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { groupPages } from "../administration.queries.ts";

type ListedGroup = Reply<typeof groupAdministration.list>["items"][number];

/** All groups of the community: removing them, and appointing a manager of one that has none. */
export function GroupsView() {
  const { t } = useLingui();
  const query = useInfiniteQuery(groupPages);
  return (
    <>
      <h2 className="sr-only">{t`Groups`}</h2>
      <p className="text-ink-2">{t`All groups of the community, also those that others can't find.`}</p>
      <PagedList query={query} emptyText={t`No groups yet`}>
        {(group) => <GroupRow group={group} />}
      </PagedList>
    </>
  );
}

function GroupRow({ group }: { group: ListedGroup }) {
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState<"remove" | "manager">();
  const { name, description, isListed, memberCount, managers, createdAt } = group;
  const day = formatUserDate(createdAt);
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
          {name}
          {!isListed && (
            <Pill tone="quiet" icon="eye-off">
              {t`Not listed`}
            </Pill>
          )}
        </h3>
        {description && (
          <p className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">{description}</p>
        )}
        <p className="text-sm text-ink-2">
          {t`${plural(memberCount, {
            one: "# member",
            other: "# members",
          })}`}{" "}
          · {t`created on ${day}`}
        </p>
        {managers.length === 0 ? (
          <Notice tone="warn" className="mt-1">{t`This group has no manager.`}</Notice>
        ) : (
          <div className="flex flex-wrap gap-x-3 text-sm">
            <span id={id} className="text-ink-2">{t`Managers`}</span>
            <ul aria-labelledby={id} className="contents">
              {managers.map(({ uid, displayName }) => (
                <li key={uid}>
                  <Link
                    to={`/moderation/people/${uid}`}
                    className="text-brand-ink underline wrap-anywhere"
                  >
                    {displayName}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="line"
          size="sm"
          aria-label={t`Add a manager to ${name}`}
          onClick={() => setOpen("manager")}
        >{t`Add a manager`}</Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t`Remove ${name}`}
          onClick={() => setOpen("remove")}
        >
          {t`Remove`}
        </Button>
      </div>
      {open === "manager" && <SetManagerDialog group={group} onClose={close} />}
      {open === "remove" && <RemoveGroupDialog group={group} onClose={close} />}
    </div>
  );
}

function RemoveGroupDialog({
  group: { id, name },
  onClose,
}: {
  group: ListedGroup;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const remove = useConsoleAction(groupAdministration.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`All members lose the group. This can't be undone.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { groupId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface SetManagerDialogProps {
  readonly group: {
    readonly id: string;
    readonly name: string;
  };
  readonly onClose: () => void;
}

/** Finds a member of a group and makes them its manager. */
function SetManagerDialog({ group: { id, name }, onClose }: SetManagerDialogProps) {
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
