import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { readSearchCriteria, writeSearchCriteria } from "./search/search-url.ts";
import type { Trip } from "./trips.ts";

/** Calendar date of a trip, YYYY-MM-DD, where it starts. */
export const dateOfTrip = ({ startsAt, ride }: Trip): string =>
  toDateAndTime(ride.timeZone, startsAt).date;

/** A search for the requested segment: on the day of an upcoming ride, otherwise on the usual next day. */
export function searchAgainLink(trip: Trip, isPast: boolean): string {
  const { ride, segment } = trip;
  const defaults = readSearchCriteria(new URLSearchParams());
  const { pickup, dropoff, seats } = segment ?? {
    pickup: ride.origin,
    dropoff: ride.destination,
    seats: 1,
  };
  const day = isPast ? defaults.day : dateOfTrip(trip);
  const criteria = {
    ...defaults,
    from: { ...pickup, timeZone: ride.timeZone },
    to: dropoff,
    seats,
    day,
  };
  return `/seek?${writeSearchCriteria(criteria)}`;
}
