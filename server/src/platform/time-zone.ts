import { DAY_MS } from "@commonlane/contract/durations";
import tzLookup from "@photostructure/tz-lookup";
import { Temporal } from "temporal-polyfill";

/** The IANA zone of a position; at sea the nautical one. */
export const timeZoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng);

/** The first instant of a calendar day (YYYY-MM-DD) in an IANA zone: midnight, or where the clocks skip it, what follows. */
export function startOfDay(date: string, timeZone: string): number {
  const midnight = Date.parse(date);
  const offset = zoneOffsetMs(timeZone);
  // Around a change of the clocks there are two offsets to try; the one that holds at its own instant is right.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - offset(at));
  return candidates.find((at) => at + offset(at) === midnight) ?? Math.max(...candidates);
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function zoneOffsetMs(timeZone: string): (atMs: number) => number {
  const clock = new Intl.DateTimeFormat("en-u-ca-iso8601-hc-h23", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (atMs) => {
    const parts = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return local - Math.floor(atMs / 1000) * 1000;
  };
}
/**
 * The instant at which clocks in `timeZone` show this day (YYYY-MM-DD) and time (HH:MM). A time that is skipped when
 * clocks go forward is moved on by what they skip; one that comes twice is its first (RFC 5545, section 3.3.5).
 */
export const instantAt = (timeZone: string, day: string, time: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);

/** The day that calendars in `timeZone` show at an instant, YYYY-MM-DD. */
export const dayIn = (timeZone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** A day so many days later. */
export const dayAfter = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** As ISO 8601 counts: 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => Temporal.PlainDate.from(day).dayOfWeek;
