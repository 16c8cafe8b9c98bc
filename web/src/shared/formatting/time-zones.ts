import { DAY_MS } from "@commonlane/contract/durations";
import { earliestDay } from "../forms/search-draft.ts";
import { dateFormat } from "./formatters.ts";
import { shownTimeZone } from "./user-time-zone.ts";

const WALL_CLOCK = {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Local time of an instant in a time zone, as milliseconds. */
function wallClockMs(at: Date, timeZone: string): number {
  const options = {
    ...WALL_CLOCK,
    timeZone: shownTimeZone(timeZone),
  };
  const parts = dateFormat(options, "en-u-ca-gregory-nu-latn-hc-h23").formatToParts(at);
  const readPart = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((p) => p.type === type)?.value);
  return Date.UTC(
    readPart("year"),
    readPart("month") - 1,
    readPart("day"),
    readPart("hour"),
    readPart("minute"),
    readPart("second"),
  );
}

/**
 * Instant of a local date (YYYY-MM-DD) and time (HH:MM) in `timeZone`. A time skipped by daylight saving is shifted
 * forward; of an ambiguous time, the first is used.
 */
export function toInstant(timeZone: string, date: string, time: string): Date | undefined {
  const wantedMs = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wantedMs)) return undefined;
  const offsetAt = (ms: number) => wallClockMs(new Date(ms), timeZone) - ms;
  const candidates = [offsetAt(wantedMs - DAY_MS), offsetAt(wantedMs + DAY_MS)].map(
    (offset) => wantedMs - offset,
  );
  const exact = candidates.filter((ms) => wallClockMs(new Date(ms), timeZone) === wantedMs);
  return new Date(Math.min(...(exact.length > 0 ? exact : candidates.slice(0, 1))));
}

/** Adds days to a calendar date (YYYY-MM-DD); an incomplete one stays as it is. */
export function addDays(date: string, days: number): string {
  const at = Date.parse(`${date}T00:00:00Z`) + days * DAY_MS;
  return Number.isNaN(at) ? date : new Date(at).toISOString().slice(0, 10);
}

/** The next calendar date in `timeZone`. Days may have 23 or 25 hours. */
export function tomorrowInTimeZone(timeZone: string, now: Date): string {
  return addDays(toDateAndTime(timeZone, now).date, 1);
}

/** Local date (YYYY-MM-DD) and time (HH:MM) of an instant in `timeZone`. */
export function toDateAndTime(
  timeZone: string,
  instant: string | Date,
): { date: string; time: string } {
  const shown = new Date(wallClockMs(new Date(instant), timeZone)).toISOString();
  return {
    date: shown.slice(0, 10),
    time: shown.slice(11, 16),
  };
}

/**
 * Today at a place; while the place or its zone is unknown, the earliest day that it is anywhere. So every day that is
 * not over there can be chosen, wherever the device is.
 */
export function todayAt(timeZone: string | undefined, now = new Date()): string {
  return timeZone === undefined ? earliestDay(now) : toDateAndTime(timeZone, now).date;
}
