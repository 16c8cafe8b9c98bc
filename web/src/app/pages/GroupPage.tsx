import { GroupScreen } from "#features/groups/GroupScreen.tsx";

/** The page of a group. */
export function GroupPage() {
  return <GroupScreen />;
}
