import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";

/** Path for requesting a ride from a place, from one driver or from anyone; provided by the page. */
export type RequestLink = (from: Place, driver?: ActiveDriver) => string;
