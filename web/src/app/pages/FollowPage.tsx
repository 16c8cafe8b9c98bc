import { FollowScreen } from "#features/on-the-way/FollowScreen.tsx";
import { ByLink } from "./ByLink.tsx";

export function FollowPage() {
  return (
    <ByLink>
      <FollowScreen />
    </ByLink>
  );
}
