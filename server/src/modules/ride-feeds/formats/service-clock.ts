import { HOUR_MS } from "@commonlane/contract/durations";
import { LRUCache } from "lru-cache";
import { dayAfter, dayIn, instantAt } from "#platform/time-zone.ts";

/** Times of GTFS, counted from noon minus 12 hours of a local day, so that they do not jump when clocks change. */
export interface ServiceClock {
  /** The local day of an instant, YYYYMMDD. */
  readonly dayOf: (instant: Date) => string;
  /** HH:MM:SS from the start of the service day on which `start` lies; may exceed 24:00:00. */
  readonly timeOf: (instant: Date, start: Date) => string;
}

const REMEMBERED_MAX = 10_000;
const clocks = new LRUCache<string, ServiceClock>({
  max: 50,
  memoMethod: createServiceClock,
});

/** The clock of a time zone. All formats share it, because days are found slowly. */
export const serviceClock = (timeZone: string): ServiceClock => clocks.memo(timeZone);

function createServiceClock(timeZone: string): ServiceClock {
  // Rides come in the order of their departures, so that the next one is mostly on the same day.
  let latest = findServiceDay(timeZone, 0);
  const dayAt = (atMs: number): ServiceDay => {
    if (atMs < latest.startsMs || atMs >= latest.endsMs) latest = findServiceDay(timeZone, atMs);
    return latest;
  };
  return {
    dayOf: (instant) => dayAt(instant.getTime()).name,
    timeOf: (instant, start) =>
      times.memo((instant.getTime() - dayAt(start.getTime()).countsFromMs) / 1000),
  };
}

interface ServiceDay {
  /** YYYYMMDD. */
  readonly name: string;
  /** Noon minus 12 hours, which differs from midnight when clocks change. */
  readonly countsFromMs: number;
  readonly startsMs: number;
  readonly endsMs: number;
}

/** The local day of an instant. */
function findServiceDay(timeZone: string, atMs: number): ServiceDay {
  const day = dayIn(timeZone, new Date(atMs));
  return {
    name: day.replaceAll("-", ""),
    countsFromMs: instantAt(timeZone, day, "12:00").getTime() - 12 * HOUR_MS,
    startsMs: instantAt(timeZone, day, "00:00").getTime(),
    endsMs: instantAt(timeZone, dayAfter(day, 1), "00:00").getTime(),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** HH:MM:SS by seconds. Times are rounded to five minutes, so that there are few. */
const times = new LRUCache<number, string>({
  max: REMEMBERED_MAX,
  memoMethod: (seconds) =>
    [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map(twoDigits)
      .join(":"),
});
