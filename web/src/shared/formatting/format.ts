import type { Money } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formattingLocale } from "./formatting-locale.ts";
import { userTimeZone } from "./user-time-zone.ts";

/** Time such as "07:45" in the ride's time zone. */
export const formatTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), { hour: "2-digit", minute: "2-digit", hour12: false, timeZone }).format(
    new Date(instant),
  );

/** Day such as "Fri 20 Nov" in the ride's time zone. */
export const formatDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(formattingLocale(), { weekday: "short", day: "numeric", month: "short", timeZone })
    .format(new Date(instant))
    .replace(",", "");

/** Name of a time zone such as "GMT+1"; undefined if it matches the user's own. */
export function formatTimeZone(instant: string, timeZone: string): string | undefined {
  const at = new Date(instant);
  if (formatTime(instant, timeZone) === formatTime(instant, userTimeZone())) return undefined;
  const parts = new Intl.DateTimeFormat(formattingLocale(), { timeZone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value;
}

/** Duration such as "4 h 05" or "6 min". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours > 0 ? i18n._(msg`${hours} h ${String(rest).padStart(2, "0")}`) : i18n._(msg`${minutes} min`);
}

/** Distance such as "400 m", "6.2 km" or "412 km". */
export function formatDistance(metres: number): string {
  if (metres < 950) return i18n._(msg`${Math.round(metres / 50) * 50} m`);
  const km = metres / 1000;
  const text = new Intl.NumberFormat(formattingLocale(), { maximumFractionDigits: km < 20 ? 1 : 0 }).format(km);
  return i18n._(msg`${text} km`);
}

/** Amount such as "€18" or "€7.50", without cents if there are none. */
export function formatMoney({ amountMinor, currency }: Money): string {
  const format = new Intl.NumberFormat(formattingLocale(), { style: "currency", currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount = amountMinor / 10 ** digits;
  return new Intl.NumberFormat(formattingLocale(), {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : digits,
  }).format(amount);
}

/** Name of a place without its country, for narrow layouts. */
export const townName = (label: string): string => label.split(",")[0] ?? label;
