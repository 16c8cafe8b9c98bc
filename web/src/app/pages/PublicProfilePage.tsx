import { PublicProfileScreen } from "#features/profiles/public/PublicProfileScreen.tsx";
import { Reputation } from "#features/ratings/Reputation.tsx";

/** A person as others see them, and what was said of them. */
export function PublicProfilePage() {
  return <PublicProfileScreen ratings={renderRatings} />;
}

const renderRatings = (uid: string, isOwn: boolean) => <Reputation uid={uid} isOwnProfile={isOwn} />;
