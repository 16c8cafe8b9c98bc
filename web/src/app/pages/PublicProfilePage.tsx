import { PublicProfileScreen } from "#features/profiles/PublicProfileScreen.tsx";
import { Reputation } from "#features/ratings/Reputation.tsx";

/** A person as others see them, and what was said of them. */
export function PublicProfilePage() {
  return <PublicProfileScreen ratings={ratingsOf} />;
}

const ratingsOf = (uid: string, mine: boolean) => <Reputation uid={uid} mine={mine} />;
