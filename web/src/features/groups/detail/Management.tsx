import type { Group } from "@commonlane/contract/groups";
import { InvitationLink } from "./InvitationLink.tsx";
import { GroupStatistics } from "./GroupStatistics.tsx";

/** What only managers see below the members: the invitation link and the numbers. */
export function Management({ group }: { group: Group }) {
  return (
    <>
      <InvitationLink group={group} />
      <GroupStatistics group={group} />
    </>
  );
}
