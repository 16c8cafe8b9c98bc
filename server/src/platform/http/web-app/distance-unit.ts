import { type DistanceUnit, REGIONS_WITH_MILES } from "@commonlane/contract/community";
import { timeZoneAt } from "#platform/time-zone.ts";

const ZONES_WITH_MILES: ReadonlySet<string> = new Set(
  REGIONS_WITH_MILES.flatMap((code) => new Intl.Locale(`und-${code}`).getTimeZones() ?? []),
);

/** The unit of road signs at a position, by the country that its time zone belongs to. */
export const distanceUnitAt = (position: { lat: number; lng: number }): DistanceUnit =>
  ZONES_WITH_MILES.has(timeZoneAt(position)) ? "mile" : "kilometer";
