import type { Money } from "@commonlane/contract/shapes";
import { directionOf, formattingTag, type Language } from "@commonlane/contract/languages";
import { DAY_MS } from "@commonlane/contract/durations";
import { usableTimeZone } from "@commonlane/contract/time-zones";
import { LRUCache } from "lru-cache";

/** Creating a formatter is slower than rendering a whole notification, so they are kept. */
const CACHE_SIZE = 500;

export type FormatDate = (language: Language, at: Date | string, timeZone?: string) => string;

/** Hours have two digits where they count to 24: "07:45" and "7:45 ص". */
const hourStyle = (language: Language): "numeric" | "2-digit" =>
  new Intl.DateTimeFormat(formattingTag(language), { hour: "numeric" }).resolvedOptions().hour12 ===
  true
    ? "numeric"
    : "2-digit";

/**
 * A date format for every language and time zone; UTC if none is given, or one that another process has stored and this
 * machine does not know.
 */
export function dateFormat(options: Readonly<Intl.DateTimeFormatOptions>): FormatDate {
  const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: CACHE_SIZE });
  return (language, at, timeZone = "UTC") => {
    const key = `${language} ${timeZone}`;
    let formatter = formatters.get(key);
    if (!formatter) {
      formatter = new Intl.DateTimeFormat(formattingTag(language), {
        ...options,
        ...(options.hour && { hour: hourStyle(language) }),
        timeZone: usableTimeZone(timeZone, "UTC"),
      });
      formatters.set(key, formatter);
    }
    return formatter.format(new Date(at));
  };
}

/** "3 February 2026" */
export const formatDay: FormatDate = dateFormat({ dateStyle: "long" });
/** "Tue, 3 Feb, 17:30" */
export const formatDayAndTime: FormatDate = dateFormat({
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** "17:30" */
export const formatTime: FormatDate = dateFormat({
  hour: "2-digit",
  minute: "2-digit",
});
/** "Tue, 3 Feb" */
export const formatShortDay: FormatDate = dateFormat({
  weekday: "short",
  day: "numeric",
  month: "short",
});

const dayNumber = dateFormat({
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** "Today" and "Tomorrow" as seen from `now`, as at the start of a sentence; other days as `formatShortDay`. */
export function formatNearDay(
  language: Language,
  at: Date | string,
  {
    timeZone,
    now,
  }: {
    readonly timeZone?: string | undefined;
    readonly now: Date;
  },
): string {
  const days = [0, 1].find((days) => {
    const day = new Date(now.getTime() + days * DAY_MS);
    return dayNumber("en", day, timeZone) === dayNumber("en", at, timeZone);
  });
  if (days === undefined) return formatShortDay(language, at, timeZone);
  const tag = formattingTag(language);
  const name = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(days, "day");
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** A name in a text. In a text from right to left the full stop of "Ada L." would be shown before the name. */
export const formatName = (language: Language, name: string): string =>
  directionOf(language) === "rtl" && /\p{Script=Latin}\.$/u.test(name) ? `${name}\u200E` : name;

const lists = new Map<Language, Intl.ListFormat>();

/** "A, B and C" */
export function formatList(language: Language, items: readonly string[]): string {
  const format =
    lists.get(language) ?? new Intl.ListFormat(formattingTag(language), { type: "conjunction" });
  lists.set(language, format);
  return format.format(items);
}

const alternatives = new Map<Language, Intl.ListFormat>();

/** "A, B or C" */
export function formatAlternatives(language: Language, items: readonly string[]): string {
  const format =
    alternatives.get(language) ??
    new Intl.ListFormat(formattingTag(language), { type: "disjunction" });
  alternatives.set(language, format);
  return format.format(items);
}

/** "Köln → Bonn", with the arrow in the direction of reading, and each name in the order of its own letters. */
export function formatRoute(language: Language, from: string, to: string): string {
  return directionOf(language) === "rtl"
    ? `\u2068${from}\u2069 ← \u2068${to}\u2069`
    : `${from} → ${to}`;
}

const minorUnits = new LRUCache<string, number>({ max: CACHE_SIZE });

/** Minor units in one unit of a currency (ISO 4217): 100 for EUR, 1 for JPY. */
export function minorPerUnit(currency: string): number {
  const known = minorUnits.get(currency);
  if (known !== undefined) return known;

  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  });
  const count = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  minorUnits.set(currency, count);
  return count;
}

/** An amount in the currency's main unit: 12.5 for 1250 cents. */
export const toMajorUnits = ({ amountMinor, currency }: Money): number =>
  amountMinor / minorPerUnit(currency);

const moneyFormats = new LRUCache<string, Intl.NumberFormat>({ max: CACHE_SIZE });

/** "€12.50" and "€12" */
export function formatMoney(language: Language, money: Money): string {
  const { currency } = money;
  const key = `${language} ${currency}`;
  let format = moneyFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(formattingTag(language), {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    });
    moneyFormats.set(key, format);
  }
  return format.format(toMajorUnits(money));
}
