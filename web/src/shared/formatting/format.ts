import type { Money } from "@commonlane/contract/shapes";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { dateFormat, listFormat, numberFormat } from "./formatters.ts";
import { distanceUnit } from "./distance-unit.ts";
import { shownTimeZone, userTimeZone } from "./user-time-zone.ts";

/** Time such as "07:45" or "7:45 AM" in the ride's time zone. */
export const formatTime = (instant: string, timeZone: string): string =>
  dateFormat({
    hour: usesHalfDays() ? "numeric" : "2-digit",
    minute: "2-digit",
    timeZone: shownTimeZone(timeZone),
  })
    .format(new Date(instant))
    // The half of the day stays on the line of its time.
    .replaceAll(" ", "\u00A0");

/** A typed or stored clock time (HH:MM) as the reader writes it. */
export const formatClockTime = (time: string): string =>
  formatTime(`2000-01-01T${time}:00Z`, "UTC");

/** By formatter: asking it takes longer than formatting a time. */
const halfDays = new WeakMap<Intl.DateTimeFormat, boolean>();

/** Whether the reader counts the hours to 12 twice a day. */
function usesHalfDays(): boolean {
  const format = dateFormat({ hour: "numeric" });
  const known = halfDays.get(format);
  if (known !== undefined) return known;

  const isHalf = format.resolvedOptions().hour12 === true;
  halfDays.set(format, isHalf);
  return isHalf;
}

/** Day such as "Fri 20 Nov" in the ride's time zone. */
export const formatDay = (instant: string, timeZone: string): string =>
  dateFormat({
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: shownTimeZone(timeZone),
  }).format(new Date(instant));

/** Name of a time zone such as "GMT+1"; undefined if it matches the user's own. */
export function formatTimeZone(instant: string, timeZone: string): string | undefined {
  const at = new Date(instant);
  if (formatTime(instant, timeZone) === formatTime(instant, userTimeZone())) return undefined;
  const parts = dateFormat({
    timeZone: shownTimeZone(timeZone),
    timeZoneName: "short",
  }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value;
}

/** Duration such as "4 h 05" or "6 min". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return i18n._(msg`${minutes} min`);
  // Narrow cards would otherwise break before the minutes.
  return i18n._(msg`${hours} h ${String(rest).padStart(2, "0")}`).replaceAll(" ", "\u00A0");
}

const formatUnit = (value: number, unit: string, maximumFractionDigits = 0) =>
  numberFormat({
    style: "unit",
    unit,
    maximumFractionDigits,
  }).format(value);

/** Such as "2.3 kg". */
export const formatKilograms = (grams: number): string => formatUnit(grams / 1000, "kilogram", 1);

/** Distance in kilometres, also for readers who use miles: employers count them. */
export const formatKilometers = (metres: number): string =>
  formatUnit(metres / 1000, "kilometer", 1);

/** Distance such as "400 m", "6.2 km" or "412 km"; for readers who use miles "250 ft", "3.9 mi" or "256 mi". */
export function formatDistance(metres: number): string {
  const unit = distanceUnit();
  if (unit === "mile" && metres < 0.095 * METRES_PER_MILE)
    return formatUnit(roundToFifty(metres / 0.3048), "foot");
  if (unit === "kilometer" && metres < 950) return formatUnit(roundToFifty(metres), "meter");
  const distance = metres / metresPerUnit();
  return formatUnit(distance, unit, distance < 20 ? 1 : 0);
}

const METRES_PER_MILE = 1609.344;
const roundToFifty = (length: number) => Math.round(length / 50) * 50;

/** Metres in a kilometre or mile, the reader's unit. */
export function metresPerUnit(): number {
  return distanceUnit() === "mile" ? METRES_PER_MILE : 1000;
}

/** Texts in a row, such as "Mon, Wed". */
export const formatList = (texts: readonly string[]): string =>
  listFormat({
    type: "unit",
    style: "short",
  }).format(texts);

/** Mean rating such as "4.8". */
export const formatStars = (mean: number): string =>
  numberFormat({
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(mean);

/** Amount such as "€18" or "€7.50", without cents if there are none. */
export function formatMoney({ amountMinor, currency }: Money): string {
  const format = numberFormat({
    style: "currency",
    currency,
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const amount = amountMinor / 10 ** digits;
  return numberFormat({
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : digits,
  }).format(amount);
}

/** Name of a place without its country, for narrow layouts. */
export function townName(label: string): string {
  return label.split(/[,،]/)[0] ?? label;
}
