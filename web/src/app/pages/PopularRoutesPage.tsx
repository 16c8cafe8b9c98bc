import type { PopularRoute } from "@commonlane/contract/saved-searches";
import { tomorrowInTimeZone } from "#shared/formatting/time-zones.ts";
import { readSearchCriteria, writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { PopularRoutesScreen } from "#features/saved-searches/PopularRoutesScreen.tsx";

/** What many look for in vain; hosting begins with the way that was chosen. */
export function PopularRoutesPage() {
  return <PopularRoutesScreen hostLink={hostLink} />;
}

/** A day is said on the calendars of where the way begins. */
function hostLink({ origin, destination }: PopularRoute): string {
  const defaults = readSearchCriteria(new URLSearchParams());
  return `/host?${writeSearchCriteria({ ...defaults, from: origin, to: destination, day: tomorrowInTimeZone(origin.timeZone, new Date()) })}`;
}
