import { FollowTripScreen } from "#features/trip-safety/FollowTripScreen.tsx";
import { PublicLinkPage } from "./PublicLinkPage.tsx";

export function FollowPage() {
  return (
    <PublicLinkPage>
      <FollowTripScreen />
    </PublicLinkPage>
  );
}
