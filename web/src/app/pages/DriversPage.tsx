import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { DriversScreen } from "#features/active-drivers/DriversScreen.tsx";
import { readWish, writeWish } from "#features/rides/search-url.ts";
import { dayFromNow } from "#shared/forms/search-draft.ts";

/** The drivers; asking one of them for a ride begins a ride request. */
export function DriversPage() {
  return <DriversScreen askLink={askLink} />;
}

/** The address of a request from here, today; of one driver where one is meant, and to where they go if they said so. */
function askLink(from: Place, driver?: ActiveDriver): string {
  const usual = readWish(new URLSearchParams());
  const wish = writeWish({ ...usual, from, to: driver?.headingTo ?? null, day: dayFromNow(0) });
  if (driver) wish.set("driver", driver.uid);
  return `/requests/new?${wish}`;
}
