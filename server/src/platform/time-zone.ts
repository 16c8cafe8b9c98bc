import { DAY_MS } from "@commonlane/contract/durations";
import { usableTimeZone } from "@commonlane/contract/time-zones";
import tzLookup from "@photostructure/tz-lookup";
import { Temporal } from "temporal-polyfill";

/**
 * The IANA zone of a position; at sea the nautical one, and so for a zone that is newer than the time zone data of this
 * machine.
 */
export function timeZoneAt({ lat, lng }: { lat: number; lng: number }): string {
  return usableTimeZone(tzLookup(lat, lng), nauticalZone(lng));
}

/** Its sign is the reverse of the usual one. */
function nauticalZone(lng: number): string {
  const hours = Math.round(lng / 15);
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/**
 * The first instant of a calendar day (YYYY-MM-DD) in an IANA zone: midnight, or the end of the gap if clocks skip it.
 */
export function startOfDay(date: string, timeZone: string): number {
  const midnight = Date.parse(date);
  const offset = zoneOffsetMs(timeZone);
  // Around a clock change there are two possible offsets; the one that is valid at its own instant is right.
  const candidates = [midnight - DAY_MS, midnight + DAY_MS].map((at) => midnight - offset(at));
  return candidates.find((at) => at + offset(at) === midnight) ?? Math.max(...candidates);
}

/** The first and last instant of a local day, as the window of a search. */
export const windowOfDay = (
  date: string,
  timeZone: string,
): {
  readonly departsAfterMs: number;
  readonly departsBeforeMs: number;
} => ({
  departsAfterMs: startOfDay(date, timeZone),
  departsBeforeMs: startOfDay(dayAfter(date, 1), timeZone) - 1,
});

/** Offset of a zone from UTC at an instant, in milliseconds. */
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
    const parts = new Map(
      clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
    return local - Math.floor(atMs / 1000) * 1000;
  };
}
/**
 * The instant of a local day (YYYY-MM-DD) and time (HH:MM) in `timeZone`. A time skipped by a clock change moves on by
 * the length of the gap; one that occurs twice is the first (RFC 5545, section 3.3.5).
 */
export const instantAt = (timeZone: string, day: string, time: string): Date =>
  new Date(
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds,
  );

/** The local day in `timeZone` at an instant, YYYY-MM-DD. */
export const dayIn = (timeZone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

/** The local day (YYYY-MM-DD) and the seconds that a clock in `timeZone` shows at an instant. */
export function timeIn(
  timeZone: string,
  instant: Date,
): {
  readonly day: string;
  readonly seconds: number;
} {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  return {
    day: local.toPlainDate().toString(),
    seconds: local.hour * 3600 + local.minute * 60 + local.second,
  };
}

/** Adds days to a day. */
export const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The ISO 8601 weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek;
}
