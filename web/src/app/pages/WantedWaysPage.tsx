import type { WantedWay } from "@commonlane/contract/saved-searches";
import { readWish, writeWish } from "#features/rides/search-url.ts";
import { WantedWaysScreen } from "#features/saved-searches/WantedWaysScreen.tsx";

/** What many look for in vain; hosting begins with the way that was chosen. */
export function WantedWaysPage() {
  return <WantedWaysScreen hostLink={hostLink} />;
}

const hostLink = ({ origin, destination }: WantedWay): string =>
  `/host?${writeWish({ ...readWish(new URLSearchParams()), from: origin, to: destination })}`;
