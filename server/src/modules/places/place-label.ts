import { DEFAULT_LANGUAGE, type Language } from "@commonlane/contract/languages";
import { nameIn } from "./local-names.ts";
import { foldName } from "./name-matching.ts";
import type { PlaceRow } from "./places.store.ts";
import { isBeginningOfPostcode } from "./search/postcodes.ts";

const countries = new Map<Language, Intl.DisplayNames>();

/** Name of a country by its ISO 3166 code. */
export function countryName(code: string, language: Language = DEFAULT_LANGUAGE): string {
  let names = countries.get(language);
  if (!names)
    countries.set(language, (names = new Intl.DisplayNames(language, { type: "region" })));
  return names.of(code) ?? code;
}

const LETTERS = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** ISO 3166 codes of all countries with a name, also of former ones. */
export const countryCodes = (): string[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => countryName(code) !== code,
  );

/** The parts of a label that are not empty. */
export const joinLabel = (
  parts: readonly string[],
  language: Language = DEFAULT_LANGUAGE,
): string => parts.filter((part) => part !== "").join(language === "ar" ? "، " : ", ");

const FIRST_WORD = /^[^\s(/-]{4,}/u;

/**
 * Name, town unless the name shows it, and country; a postcode is written before its town. Towns and countries are named
 * in the reader's language, other places as on their signs.
 */
export function labelOf(place: PlaceRow, language: Language): string {
  const { kind, town, country } = place;
  const name = nameIn(language, place);
  const countryLabel = countryName(country, language);
  if (kind === "postcode") {
    const code = isBeginningOfPostcode(country, foldName(name)) ? `${name}…` : name;
    return joinLabel([`${code} ${town}`.trimEnd(), countryLabel], language);
  }
  const [townWord = town] = FIRST_WORD.exec(town) ?? [];
  const showsTown = town === "" || foldName(place.name).includes(foldName(townWord));
  return joinLabel([name, showsTown && kind !== "street" ? "" : town, countryLabel], language);
}
