import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { draftFromGroup, NEW_GROUP } from "./group-draft.ts";
import { GroupForm } from "./GroupForm.tsx";
import { groupById } from "./groups.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Creates a group, or edits the one in the URL. */
export function GroupFormScreen() {
  const { t } = useLingui();
  const { groupId } = useParams();
  const title = groupId === undefined ? t`Create a group` : t`Edit group`;
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{title}</h1>
      {groupId === undefined ? <NewGroup /> : <ExistingGroup groupId={groupId} />}
    </div>
  );
}

function NewGroup() {
  const { uid } = useUser();
  return <GroupForm draftName={`group.${uid}`} initial={NEW_GROUP} group={undefined} />;
}

function ExistingGroup({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const groupQuery = useQuery(groupById(groupId));
  const group = groupQuery.data;
  if (!group) return <NotLoaded query={groupQuery} />;
  if (group.role === "manager")
    return (
      <GroupForm
        draftName={`group.${uid}.${groupId}`}
        initial={draftFromGroup(group)}
        group={group}
      />
    );
  return (
    <EmptyState
      title={t`You can't change this group`}
      action={
        <Link to={`/groups/${groupId}`} className={buttonClasses("line")}>
          {t`View group`}
        </Link>
      }
    >
      {t`Only its managers can change it.`}
    </EmptyState>
  );
}
