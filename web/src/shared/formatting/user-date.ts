import { dateFormat } from "./formatters.ts";
import { userTimeZone } from "./user-time-zone.ts";

type DateStyle = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** Date such as "20 Nov 2026", or in another style, in the user's time zone. */
export const formatUserDate = (
  instant: string,
  style: DateStyle = { dateStyle: "medium" },
): string => dateFormat({ ...style, timeZone: userTimeZone() }).format(new Date(instant));

/** Date and time in the user's time zone. */
export const formatUserDateTime = (instant: string): string =>
  formatUserDate(instant, { dateStyle: "medium", timeStyle: "short" });
