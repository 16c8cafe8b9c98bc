import type { PopularRoute } from "@commonlane/contract/saved-searches";
import { tomorrowInTimeZone } from "#shared/formatting/time-zones.ts";
import { readSearchCriteria, writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { PopularRoutesScreen } from "#features/saved-searches/PopularRoutesScreen.tsx";

/** Popular routes without rides; choosing one opens the ride form. */
export function PopularRoutesPage() {
  return <PopularRoutesScreen hostLink={hostLink} />;
}

/** The date is in the time zone of the origin. */
function hostLink({ origin, destination }: PopularRoute): string {
  const defaults = readSearchCriteria(new URLSearchParams());
  return `/host?${writeSearchCriteria({
    ...defaults,
    from: origin,
    to: destination,
    day: tomorrowInTimeZone(origin.timeZone, new Date()),
  })}`;
}
