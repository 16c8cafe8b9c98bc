import { formatLocale } from "./locale.ts";

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** 1 January 2024 was a Monday. */
const named = (weekday: number, style: "short" | "long") =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: style, timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );

/** Monday to Sunday as ISO 8601 counts them, by their short and their long names. */
export const weekdayNames = (): readonly { weekday: number; short: string; long: string }[] =>
  WEEK.map((weekday) => ({ weekday, short: named(weekday, "short"), long: named(weekday, "long") }));

/** Weekdays like "Mon, Wed". */
export const weekdaysText = (weekdays: readonly number[]): string =>
  weekdays.map((weekday) => named(weekday, "short")).join(", ");

/** A calendar date (YYYY-MM-DD) like "Fri 20 Nov". */
export const dateText = (date: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(",", "");
