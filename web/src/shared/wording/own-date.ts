import { formatLocale } from "./locale.ts";
import { ownTimeZone } from "./own-time-zone.ts";

type Length = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** The day of an instant like "20 Nov 2026", or as `length` says, on the clocks of the zone a person chose. */
export const ownDateText = (instant: string, length: Length = { dateStyle: "medium" }): string =>
  new Intl.DateTimeFormat(formatLocale(), { ...length, timeZone: ownTimeZone() }).format(new Date(instant));

/** The day and the time of an instant, on the same clocks. */
export const ownMomentText = (instant: string): string =>
  ownDateText(instant, { dateStyle: "medium", timeStyle: "short" });
