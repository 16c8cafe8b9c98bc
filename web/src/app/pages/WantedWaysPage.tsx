import type { WantedWay } from "@commonlane/contract/saved-searches";
import { tomorrowIn } from "#shared/wording/instants.ts";
import { readWish, writeWish } from "#features/rides/search-url.ts";
import { WantedWaysScreen } from "#features/saved-searches/WantedWaysScreen.tsx";

/** What many look for in vain; hosting begins with the way that was chosen. */
export function WantedWaysPage() {
  return <WantedWaysScreen hostLink={hostLink} />;
}

/** A day is said on the calendars of where the way begins. */
function hostLink({ origin, destination }: WantedWay): string {
  const usual = readWish(new URLSearchParams());
  return `/host?${writeWish({ ...usual, from: origin, to: destination, day: tomorrowIn(origin.timeZone, new Date()) })}`;
}
