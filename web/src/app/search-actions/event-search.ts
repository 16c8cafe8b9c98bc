import type { Event } from "@commonlane/contract/events";
import {
  readSearchCriteria,
  type SearchPlace,
  writeSearchCriteria,
} from "#features/rides/search/search-url.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";

type EventPlaceAndTimes = Pick<Event, "place" | "startsAt" | "endsAt" | "timeZone">;

/**
 * URL parameters that fill in the search, host and request forms for the way to an event, on the day of its start, or
 * for the way back, from its end on. When to leave for an event depends on where from, so that is left open.
 */
export function eventSearchParams(
  { place, startsAt, endsAt, timeZone }: EventPlaceAndTimes,
  direction: "there" | "back",
  from: SearchPlace | null = null,
): string {
  const defaults = readSearchCriteria(new URLSearchParams());
  if (direction === "there") {
    const { date } = toDateAndTime(timeZone, startsAt);
    return String(
      writeSearchCriteria({
        ...defaults,
        from,
        to: place,
        day: date,
      }),
    );
  }
  const { date, time } = toDateAndTime(timeZone, endsAt);
  return String(
    writeSearchCriteria({
      ...defaults,
      from: { ...place, timeZone },
      day: date,
      time,
    }),
  );
}
