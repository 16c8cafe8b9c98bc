import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";

/** The address where a ride from a place is asked for, of one driver or of whoever passes; given by the page that joins features. */
export type RequestLink = (from: Place, driver?: ActiveDriver) => string;
