import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { LRUCache } from "lru-cache";
import { dayIn, instantAt } from "#platform/time-zone.ts";

/** Times of GTFS, counted from noon minus 12 hours of a local day, so that they do not jump when clocks change. */
export interface ServiceClock {
  /** The local day of an instant, YYYYMMDD. */
  readonly dayOf: (instant: Date) => string;
  /** HH:MM:SS from the start of the service day on which `start` lies; may exceed 24:00:00. */
  readonly timeOf: (instant: Date, start: Date) => string;
}

/** Offsets change at quarters of an hour only. */
const STEP_MS = 15 * MINUTE_MS;
/** Of days and times: a quarter of a year in steps. */
const REMEMBERED_MAX = 10_000;
const clocks = new LRUCache<string, ServiceClock>({
  max: 50,
  memoMethod: createServiceClock,
});

/** The clock of a time zone. All formats share it, because days are found slowly. */
export const serviceClock = (timeZone: string): ServiceClock => clocks.memo(timeZone);

function createServiceClock(timeZone: string): ServiceClock {
  const days = new LRUCache<number, string>({
    max: REMEMBERED_MAX,
    memoMethod: (step) => dayIn(timeZone, new Date(step * STEP_MS)),
  });
  const startsOfDays = new LRUCache<string, number>({
    max: REMEMBERED_MAX,
    memoMethod: (day) => instantAt(timeZone, day, "12:00").getTime() - 12 * HOUR_MS,
  });

  const findDay = (instant: Date): string => days.memo(Math.floor(instant.getTime() / STEP_MS));
  return {
    dayOf: (instant) => findDay(instant).replaceAll("-", ""),
    timeOf: (instant, start) =>
      times.memo((instant.getTime() - startsOfDays.memo(findDay(start))) / 1000),
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
