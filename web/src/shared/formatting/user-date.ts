import { formattingLocale } from "./formatting-locale.ts";
import { userTimeZone } from "./user-time-zone.ts";

type DateStyle = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** The day of an instant like "20 Nov 2026", or as `length` says, on the clocks of the zone a person chose. */
export const formatUserDate = (instant: string, style: DateStyle = { dateStyle: "medium" }): string =>
  new Intl.DateTimeFormat(formattingLocale(), { ...style, timeZone: userTimeZone() }).format(new Date(instant));

/** The day and the time of an instant, on the same clocks. */
export const formatUserDateTime = (instant: string): string =>
  formatUserDate(instant, { dateStyle: "medium", timeStyle: "short" });
