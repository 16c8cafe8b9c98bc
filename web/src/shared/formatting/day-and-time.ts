import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDay, formatTime } from "./format.ts";

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
