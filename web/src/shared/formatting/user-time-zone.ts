import { isKnownTimeZone, usableTimeZone } from "@commonlane/contract/time-zones";
import { getChosenTimeZone } from "../session/session.ts";
import { dateFormat } from "./formatters.ts";

export { setUserTimeZone } from "../session/session.ts";

/** The time zone that the user chose, or the device's. */
export function userTimeZone(): string {
  return shownTimeZone(getChosenTimeZone() ?? deviceTimeZone());
}

/** Some devices name none, or one that their own browser refuses, such as "Etc/Unknown". */
export function deviceTimeZone(): string {
  // Declared as always present.
  const zone: string | undefined = dateFormat({}).resolvedOptions().timeZone;
  return usableTimeZone(zone, zoneOfOffset(new Date().getTimezoneOffset()));
}

/** A zone from the server that this device can calculate with: times in one that it does not know are its own. */
export const shownTimeZone = (timeZone: string): string =>
  isKnownTimeZone(timeZone) ? timeZone : usableTimeZone(timeZone, deviceTimeZone());

/** A zone that always has this offset, in minutes west of Greenwich. There are none with half hours. */
function zoneOfOffset(minutesWest: number): string {
  const hours = minutesWest / 60;
  if (hours === 0 || !Number.isInteger(hours)) return "UTC";
  return `Etc/GMT${hours > 0 ? "+" : ""}${hours}`;
}

type DateStyle = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

/** Date such as "20 Nov 2026", or in another style, in the user's time zone. */
export const formatUserDate = (
  instant: string,
  style: DateStyle = { dateStyle: "medium" },
): string =>
  dateFormat({
    ...style,
    timeZone: userTimeZone(),
  }).format(new Date(instant));

/** Date and time in the user's time zone. */
export const formatUserDateTime = (instant: string): string =>
  formatUserDate(instant, {
    dateStyle: "medium",
    timeStyle: "short",
  });
