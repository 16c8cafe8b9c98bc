import { i18n } from "@lingui/core";
import { ownTimeZone } from "./own-time-zone.ts";

type Length = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** The day of an instant like "Nov 20, 2026", or as `length` says, on the clocks of the zone a person chose. */
export const ownDateText = (instant: string, length: Length = { dateStyle: "medium" }): string =>
  i18n.date(instant, { ...length, timeZone: ownTimeZone() });

/** The day and the time of an instant, on the same clocks. */
export const ownMomentText = (instant: string): string =>
  ownDateText(instant, { dateStyle: "medium", timeStyle: "short" });
