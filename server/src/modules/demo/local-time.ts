import { formattingTag } from "@commonlane/contract/languages";
import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";

/** Making a formatter takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string, timeStyle?: "medium"): Intl.DateTimeFormat {
  const key = `${zone} ${timeStyle ?? ""}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    ...(timeStyle && { timeStyle }),
  });
  formatters.set(key, made);
  return made;
}

/** Offset of a time zone from UTC at an instant, in milliseconds. */
function utcOffsetMs(zone: string, at: number): number {
  return (
    Date.parse(`${formatterOf(zone, "medium").format(at).replace(" ", "T")}Z`) -
    Math.floor(at / 1000) * 1000
  );
}

/** Calendar day of an instant in a time zone, YYYY-MM-DD. */
export function localDay(zone: string, at: Date): string {
  return formatterOf(zone).format(at);
}

/** Hour of an instant in a time zone, 0 to 23. */
export const localHour = (zone: string, at: Date): number =>
  Number(formatterOf(zone, "medium").format(at).slice(11, 13));

/** The instant `minutes` after local midnight, `days` after the day of `now`. */
export function localInstant(zone: string, now: Date, days: number, minutes: number): Date {
  const localMs =
    Date.parse(`${localDay(zone, now)}T00:00:00Z`) + days * DAY_MS + minutes * MINUTE_MS;
  const guess = localMs - utcOffsetMs(zone, localMs);
  return new Date(localMs - utcOffsetMs(zone, guess));
}

/** Day and time in words: "today at 18:30", "tomorrow at 07:45", "on Friday at 07:45". */
export function formatRelativeDay(zone: string, now: Date, at: Date): string {
  const days = Math.round(
    (Date.parse(localDay(zone, at)) - Date.parse(localDay(zone, now))) / DAY_MS,
  );
  const time = formatPart(zone, at, {
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${formatDay(zone, at, days)} at ${time}`;
}

function formatDay(zone: string, at: Date, daysAhead: number): string {
  if (daysAhead === 0) return "today";
  if (daysAhead === 1) return "tomorrow";
  if (daysAhead < 7) return `on ${formatPart(zone, at, { weekday: "long" })}`;
  return `on ${formatPart(zone, at, {
    weekday: "long",
    day: "numeric",
    month: "long",
  })}`;
}

function formatPart(zone: string, at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formattingTag("en"), {
    timeZone: zone,
    ...options,
  }).format(at);
}
