import type { Group } from "@commonlane/contract/groups";
import { Suspense } from "react";
import { GroupScreen } from "#features/groups/GroupScreen.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";

// Only members need it.
const RidesForMembers = lazyScreen<"RidesForMembers", { readonly audienceId: string }>(
  () => import("#features/rides/members/RidesForMembers.tsx"),
  "RidesForMembers",
);

/** The page of a group with the rides of its members. */
export function GroupPage() {
  return <GroupScreen renderRides={renderRides} />;
}

const renderRides = ({ id }: Group) => (
  <Suspense fallback={<SkeletonCards count={1} />}>
    <RidesForMembers audienceId={id} />
  </Suspense>
);
