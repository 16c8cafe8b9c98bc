import { dateFormat, formattingLocale } from "./formatters.ts";
import { formatDay, formatList } from "./format.ts";

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number, style: "short" | "long") =>
  dateFormat({
    weekday: style,
    timeZone: "UTC",
  }).format(new Date(Date.UTC(2024, 0, weekday)));

/** The days of a week by their ISO 8601 numbers, 1 is Monday, in the order of the reader's calendars. */
export function daysOfWeek(): readonly number[] {
  const first = firstDayOfWeek();
  return [
    ...WEEK.filter((weekday) => weekday >= first),
    ...WEEK.filter((weekday) => weekday < first),
  ];
}

/** Newer browsers have a method, older ones a property; Firefox before 141 has neither. */
type LocaleWithWeek = Intl.Locale & {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
};

function firstDayOfWeek(): number {
  const locale: LocaleWithWeek = new Intl.Locale(formattingLocale());
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return info?.firstDay ?? FIRST_DAY[locale.region ?? locale.language] ?? 1;
}

/** First days of the week that are not Monday, for browsers without Intl.Locale's week. */
const FIRST_DAY: Readonly<Record<string, number>> = {
  US: 7,
  CA: 7,
  MX: 7,
  SA: 7,
  YE: 7,
  ar: 6,
  EG: 6,
  AE: 6,
  JO: 6,
};

/** The days of a week with short and long names. */
export const weekdayNames = (): readonly {
  weekday: number;
  short: string;
  long: string;
}[] =>
  daysOfWeek().map((weekday) => ({
    weekday,
    short: weekdayName(weekday, "short"),
    long: weekdayName(weekday, "long"),
  }));

const MIN_SPAN = 3;

/** Weekdays such as "Mon, Wed", or "Mon–Fri" for three or more in a row. */
export function formatWeekdays(weekdays: readonly number[]): string {
  const chosen = daysOfWeek().filter((weekday) => weekdays.includes(weekday));
  const names = chosen.map((weekday) => weekdayName(weekday, "short"));
  const week = daysOfWeek();
  const start = week.indexOf(chosen[0] ?? 0);
  const isInRow = chosen.every((weekday, n) => week[start + n] === weekday);
  return isInRow && chosen.length >= MIN_SPAN
    ? `${names.at(0)}–${names.at(-1)}`
    : formatList(names);
}

/** Formats a calendar date (YYYY-MM-DD) like "Fri 20 Nov". */
export function formatCalendarDate(date: string): string {
  return formatDay(`${date}T00:00:00Z`, "UTC");
}

/** Calendar dates such as "Fri 20 Nov, Mon 23 Nov". */
export const formatCalendarDates = (dates: readonly string[]): string =>
  formatList(dates.map(formatCalendarDate));
