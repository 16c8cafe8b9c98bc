/** Languages of the product, on every page and in every message. Adding one needs its folder in `locales/`. */
export const LANGUAGES = ["en", "de", "fr", "es", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of the source texts, and of what is shown where no other is known. */
export const DEFAULT_LANGUAGE: Language = "en";

/** Name of each language in itself, for choosing it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};

/** Cookie with the language chosen without an account. Pages read it before the browser's languages. */
export const LANGUAGE_COOKIE = "language";

export const isLanguage = (code: string): code is Language =>
  LANGUAGES.some((language) => language === code);

/** Writing direction, the value of the `dir` attribute. */
export const directionOf = (language: Language): "ltr" | "rtl" =>
  language === "ar" ? "rtl" : "ltr";

/**
 * BCP 47 tag for dates, numbers and names, for a reader in `region` if it is known. English is written as in Europe, day
 * before month and 24 hours, except for readers in the United States. Arabic uses the Gregorian calendar, as rides do,
 * and the digits 0 to 9, because prices, times and PINs stand next to phone numbers that are typed with them.
 */
export function formattingTag(language: Language, region?: string): string {
  if (language === "en") return region === "US" ? "en-US" : "en-GB";
  const tag = region === undefined ? language : `${language}-${region}`;
  return language === "ar" ? `${tag}-u-ca-gregory-nu-latn` : tag;
}

/**
 * The first of these BCP 47 tags that is a language of the product, whatever its region or script, else the fallback.
 */
export function chooseLanguage(preferences: readonly string[], fallback: Language): Language {
  for (const tag of preferences) {
    const language = findLanguage(tag);
    if (language !== undefined) return language;
  }
  return fallback;
}

/** The language of a BCP 47 tag, if it is one of the product. */
export function findLanguage(tag: string): Language | undefined {
  const [code = ""] = tag.toLowerCase().split("-");
  return isLanguage(code) ? code : undefined;
}

/** Languages of an Accept-Language header, most wanted first; those with a weight of 0 are left out (RFC 9110, 12.5.4). */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .map((range) => {
      const [tag = "", weight = "q=1"] = range.split(";").map((part) => part.trim());
      return {
        tag,
        weight: Number(/^q=(\d(?:\.\d{1,3})?)$/i.exec(weight)?.[1] ?? 0),
      };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

const MAX_HEADER_LENGTH = 500;
