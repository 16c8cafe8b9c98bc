import { formattingLocale } from "./formatting-locale.ts";

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number, style: "short" | "long") =>
  new Intl.DateTimeFormat(formattingLocale(), { weekday: style, timeZone: "UTC" }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  );

/** Monday to Sunday (ISO 8601) with short and long names. */
export const weekdayNames = (): readonly { weekday: number; short: string; long: string }[] =>
  WEEK.map((weekday) => ({ weekday, short: weekdayName(weekday, "short"), long: weekdayName(weekday, "long") }));

/** Weekdays such as "Mon, Wed". */
export const formatWeekdays = (weekdays: readonly number[]): string =>
  weekdays.map((weekday) => weekdayName(weekday, "short")).join(", ");

/** Formats a calendar date (YYYY-MM-DD) like "Fri 20 Nov". */
export const formatCalendarDate = (date: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" })
    .format(new Date(`${date}T00:00:00Z`))
    .replace(",", "");
