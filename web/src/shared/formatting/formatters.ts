import { activeLanguage } from "#shared/language/messages.ts";
import { readerLocale } from "#shared/language/reader-region.ts";

/**
 * The only place that makes formatters of `Intl`. Making one takes some 300 times as long as using it (0.6 ms on a slow
 * phone), and a screen formats hundreds of times, so each is kept as long as the page is open.
 */

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<string, Intl.ListFormat>();
const relativeTimeFormats = new Map<string, Intl.RelativeTimeFormat>();
const displayNames = new Map<string, Intl.DisplayNames>();

/** A formatter of dates in the reader's locale, or in `locale` for text that a program reads. */
export const dateFormat = (
  options: Intl.DateTimeFormatOptions,
  locale = formattingLocale(),
): Intl.DateTimeFormat =>
  keep(dateFormats, [locale, options], () => new Intl.DateTimeFormat(locale, options));

/** A formatter of numbers in the reader's locale. */
export function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = formattingLocale();
  return keep(numberFormats, [locale, options], () => new Intl.NumberFormat(locale, options));
}

/** A formatter of texts in a row in the reader's locale. */
export function listFormat(options: Intl.ListFormatOptions): Intl.ListFormat {
  const locale = formattingLocale();
  return keep(listFormats, [locale, options], () => new Intl.ListFormat(locale, options));
}

/** A formatter of the time since or until something in the reader's locale. */
export function relativeTimeFormat(
  options: Intl.RelativeTimeFormatOptions,
): Intl.RelativeTimeFormat {
  const locale = formattingLocale();
  return keep(
    relativeTimeFormats,
    [locale, options],
    () => new Intl.RelativeTimeFormat(locale, options),
  );
}

/** Names of countries, languages or currencies in `language`. */
export function namesIn(language: string, options: Intl.DisplayNamesOptions): Intl.DisplayNames {
  return keep(displayNames, [language, options], () => new Intl.DisplayNames(language, options));
}

function keep<T>(kept: Map<string, T>, made: readonly unknown[], make: () => T): T {
  const key = JSON.stringify(made);
  const found = kept.get(key);
  if (found) return found;

  const formatter = make();
  kept.set(key, formatter);
  return formatter;
}

/** Locale of all dates, times and numbers. */
export const formattingLocale = (): string => readerLocale(activeLanguage());
