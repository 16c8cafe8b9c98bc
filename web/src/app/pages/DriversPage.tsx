import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { DriversScreen } from "#features/active-drivers/nearby/DriversScreen.tsx";
import { readSearchCriteria, writeSearchCriteria } from "#features/rides/search/search-url.ts";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";

/** Active drivers; asking one for a ride opens a ride request. */
export function DriversPage() {
  return <DriversScreen requestLink={requestRideLink} />;
}

/** URL of a ride request from here, today; optionally to one driver and their destination. */
function requestRideLink(from: Place, driver?: ActiveDriver): string {
  const defaults = readSearchCriteria(new URLSearchParams());
  const params = writeSearchCriteria({
    ...defaults,
    from,
    to: driver?.headingTo ?? null,
    day: calendarDayFromNow(0),
  });
  if (driver) params.set("driver", driver.uid);
  return `/requests/new?${params}`;
}
