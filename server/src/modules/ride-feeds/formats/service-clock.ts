import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
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

export function createServiceClock(timeZone: string): ServiceClock {
  const days = new Map<
    number,
    {
      readonly day: string;
      readonly startMs: number;
    }
  >();
  const find = (instant: Date) => {
    const step = Math.floor(instant.getTime() / STEP_MS);
    let known = days.get(step);
    if (!known) {
      const day = dayIn(timeZone, instant);
      const startMs = instantAt(timeZone, day, "12:00").getTime() - 12 * HOUR_MS;
      days.set(
        step,
        (known = {
          day: day.replaceAll("-", ""),
          startMs,
        }),
      );
    }
    return known;
  };
  return {
    dayOf: (instant) => find(instant).day,
    timeOf: (instant, start) => formatTime((instant.getTime() - find(start).startMs) / 1000),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

const formatTime = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(":");
