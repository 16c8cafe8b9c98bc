import { PublicProfileScreen } from "#features/profiles/public/PublicProfileScreen.tsx";
import { Reputation } from "#features/ratings/Reputation.tsx";

/** Public profile of a user, with ratings. */
export function PublicProfilePage() {
  return <PublicProfileScreen ratings={renderRatings} />;
}

const renderRatings = (uid: string, isOwn: boolean) => (
  <Reputation uid={uid} isOwnProfile={isOwn} />
);
