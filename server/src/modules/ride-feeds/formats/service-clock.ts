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
/** A quarter of a year in steps. */
const STEPS_MAX = 10_000;
const clocks = new LRUCache<string, ServiceClock>({ max: 50 });

/** The clock of a time zone. All formats share it, because days are found slowly. */
export function serviceClock(timeZone: string): ServiceClock {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = createServiceClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function createServiceClock(timeZone: string): ServiceClock {
  const startsOfDays = new LRUCache<string, number>({ max: STEPS_MAX });
  const days = new LRUCache<number, string>({ max: STEPS_MAX });

  const findDay = (instant: Date): string => {
    const step = Math.floor(instant.getTime() / STEP_MS);
    const known = days.get(step);
    if (known !== undefined) return known;
    const day = dayIn(timeZone, instant);
    days.set(step, day);
    return day;
  };
  const findStartMs = (day: string): number => {
    const known = startsOfDays.get(day);
    if (known !== undefined) return known;
    const startMs = instantAt(timeZone, day, "12:00").getTime() - 12 * HOUR_MS;
    startsOfDays.set(day, startMs);
    return startMs;
  };
  return {
    dayOf: (instant) => findDay(instant).replaceAll("-", ""),
    timeOf: (instant, start) =>
      formatTime((instant.getTime() - findStartMs(findDay(start))) / 1000),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Times are rounded to five minutes, so that there are few. */
const texts = new Map<number, string>();
const TEXTS_MAX = 10_000;

function formatTime(seconds: number): string {
  const known = texts.get(seconds);
  if (known !== undefined) return known;
  const text = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(":");
  if (texts.size < TEXTS_MAX) texts.set(seconds, text);
  return text;
}
