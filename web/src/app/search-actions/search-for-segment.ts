import type { Ride } from "@commonlane/contract/rides";
import type { RideSegment } from "#features/rides/ride-segment.ts";
import {
  type CompleteSearchCriteria,
  readSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";

/** A search for other rides on the same day, between the same places and with as many seats. */
export function searchForSegment(
  { timeZone }: Pick<Ride, "timeZone">,
  {
    pickup,
    dropoff,
    pickupAt,
    seats,
  }: Pick<RideSegment, "pickup" | "dropoff" | "pickupAt" | "seats">,
): CompleteSearchCriteria {
  const { date } = toDateAndTime(timeZone, pickupAt);
  const defaults = readSearchCriteria(new URLSearchParams());
  return {
    ...defaults,
    from: { ...pickup, timeZone },
    to: dropoff,
    day: date,
    seats,
  };
}
