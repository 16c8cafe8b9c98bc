import { foldName } from "../name-matching.ts";

const LANGUAGES = ["en", "de", "fr", "it", "es", "ca"];
/** Signs of cars that differ from the two letters of the country. */
const CAR_SIGNS: Readonly<Record<string, string>> = { FL: "LI", D: "DE", A: "AT", F: "FR", I: "IT", E: "ES" };
const WORDS_MAX = 3;
const FIRST_LETTER = 65;
const LETTERS = Array.from({ length: 26 }, (_, n) => String.fromCodePoint(FIRST_LETTER + n));

/** Codes of all countries that have a name. */
function listCountries(): string[] {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return LETTERS.flatMap((a) => LETTERS.map((b) => a + b)).filter((code) => names.of(code) !== undefined);
}

let codes: Map<string, string> | undefined;

/** Folded names of countries in the languages that people of this part of the world type; made when first needed. */
function countryCodes(): Map<string, string> {
  if (codes) return codes;
  codes = new Map<string, string>();
  const countries = listCountries();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const code of countries) codes.set(foldName(names.of(code) ?? code), code);
  }
  return codes;
}

export interface CountryInText {
  readonly words: readonly string[];
  readonly country: string | undefined;
  /** The name of the country as it was typed, folded; empty for a code or a sign. */
  readonly countryKey: string;
}

/** Takes a country off the end of the words; a code or the sign of a car only in capitals. */
export function findTrailingCountry(words: readonly string[]): CountryInText {
  const last = words.at(-1) ?? "";
  for (let count = Math.min(WORDS_MAX, words.length - 1); count > 0; count--) {
    const countryKey = foldName(words.slice(-count).join(" "));
    const country = countryCodes().get(countryKey);
    if (country !== undefined) return { words: words.slice(0, -count), country, countryKey };
  }
  const sign = CAR_SIGNS[last] ?? (/^[A-Z]{2}$/.test(last) ? last : undefined);
  const isCountry = sign !== undefined && [...countryCodes().values()].includes(sign);
  return words.length > 1 && isCountry
    ? { words: words.slice(0, -1), country: sign, countryKey: "" }
    : { words, country: undefined, countryKey: "" };
}
