import { groupAdministration } from "@commonlane/contract/group-management";
import type { Reply } from "@commonlane/contract/endpoint";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { PagedList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { SetManagerDialog } from "./SetManagerDialog.tsx";
import { groupPages } from "../administration.queries.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

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
