import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { dateFormat } from "#shared/formatting/formatters.ts";
import { formatDay, formatTime } from "./format.ts";
import { toDateAndTime } from "./time-zones.ts";

/** Two parts of one statement, with the comma of the language: "Fri 20 Nov, 15:05". */
export const joinWithComma = (first: string, second: string): string =>
  i18n._(
    msg({
      comment: "Joins a day and a time, or two figures, with the comma of your language.",
      message: `${first}, ${second}`,
    }),
  );

/** Day and time in the ride's time zone: "Fri 20 Nov, 15:05". */
export const formatDayAndTime = (instant: string, timeZone: string): string =>
  joinWithComma(formatDay(instant, timeZone), formatTime(instant, timeZone));

/** Whether a window starts at the first minute of a day and ends at the last of one. */
export const coversWholeDays = (from: string, to: string, timeZone: string): boolean =>
  toDateAndTime(timeZone, from).time === "00:00" && toDateAndTime(timeZone, to).time === "23:59";

/** Formats an instant or YYYY-MM as a month, such as "March 2025". */
export const monthText = (month: string): string =>
  dateFormat({
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(month));
