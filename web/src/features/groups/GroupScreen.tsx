import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { NotFound, PlainPage } from "#shared/ui/PlainPage.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { GroupActions } from "./detail/GroupActions.tsx";
import { Members } from "./detail/Members.tsx";
import { GroupFacts } from "./GroupFacts.tsx";
import { groupById } from "./groups.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** What only managers see. */
const JoinRequests = lazyScreen<"JoinRequests", { readonly group: Group }>(
  () => import("./detail/JoinRequests.tsx"),
  "JoinRequests",
);
const Management = lazyScreen<"Management", { readonly group: Group }>(
  () => import("./detail/Management.tsx"),
  "Management",
);

interface GroupScreenProps {
  /** The rides of the group, shown to its members. */
  readonly renderRides: (group: Group) => ReactNode;
}

/** The page of a group: what it is, the step that the user can take, its rides and members, and what managers do. */
export function GroupScreen({ renderRides }: GroupScreenProps) {
  const { t } = useLingui();
  const { groupId = "" } = useParams();
  const groupQuery = useQuery(groupById(groupId));
  const group = groupQuery.data;
  const { error } = groupQuery;
  useTitle(group?.name ?? t`Group`);
  if (isProblem(error, "not_found") || isProblem(error, "invalid_input")) return <GroupNotFound />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-8 px-(--gutter) py-6">
      {!group && <h1 className="sr-only">{t`Group`}</h1>}
      {!group && <NotLoaded query={groupQuery} />}
      {group && <LoadedGroup group={group} rides={renderRides(group)} />}
    </div>
  );
}

function LoadedGroup({ group, rides }: { group: Group; rides: ReactNode }) {
  const isManager = group.role === "manager";
  const isMember = isManager || group.role === "member";
  return (
    <>
      <div className="grid gap-5">
        <GroupFacts group={group} />
        <GroupActions group={group} />
      </div>
      <Suspense fallback={<SkeletonCards count={1} />}>
        {isManager && <JoinRequests group={group} />}
      </Suspense>
      {isMember && rides}
      {isMember && <Members group={group} />}
      <Suspense fallback={<SkeletonCards count={1} />}>
        {isManager && <Management group={group} />}
      </Suspense>
    </>
  );
}

function GroupNotFound() {
  const { t } = useLingui();
  return (
    <PlainPage title={t`Group not found`}>
      <NotFound title={t`You can't see this group`} to="/groups" linkLabel={t`View groups`}>
        {t`It was removed, only its members can see it, or the link is incomplete.`}
      </NotFound>
    </PlainPage>
  );
}
