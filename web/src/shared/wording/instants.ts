import { DAY_MS } from "@commonlane/contract/durations";

/** The wall clock at an instant in a zone, as numbers. */
function wallClock(at: Date, timeZone: string): number {
  const part = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn-hc-h23", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(part.find((p) => p.type === type)?.value);
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
}

/**
 * The instant at which clocks in `timeZone` show this date (YYYY-MM-DD) and time (HH:MM). A time that is skipped when
 * clocks go forward is taken as the same length after midnight would be; one that comes twice is its first.
 */
export function instantIn(timeZone: string, date: string, time: string): Date | undefined {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offsetAt = (ms: number) => wallClock(new Date(ms), timeZone) - ms;
  const candidates = [offsetAt(wanted - DAY_MS), offsetAt(wanted + DAY_MS)].map((offset) => wanted - offset);
  const exact = candidates.filter((ms) => wallClock(new Date(ms), timeZone) === wanted);
  return new Date(Math.min(...(exact.length > 0 ? exact : candidates.slice(0, 1))));
}

/** The calendar date after the one that calendars in `timeZone` show. A day there may have 23 hours, or 25. */
export function tomorrowIn(timeZone: string, now: Date): string {
  const today = Date.parse(`${dateAndTimeIn(timeZone, now).date}T00:00:00Z`);
  return new Date(today + DAY_MS).toISOString().slice(0, 10);
}

/** The calendar date (YYYY-MM-DD) and the time (HH:MM) that clocks in `timeZone` show at an instant. */
export function dateAndTimeIn(timeZone: string, instant: string | Date): { date: string; time: string } {
  const shown = new Date(wallClock(new Date(instant), timeZone)).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}
