/** How the countries write their postcodes, folded; others have four to six digits, most of them five. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  AD: /^ad\d{3}$/u,
  BR: /^\d{8}$/u,
  CA: /^[a-z]\d[a-z]\d[a-z]\d$/u,
  CL: /^\d{7}$/u,
  FO: /^\d{3}$/u,
  IE: /^[a-z]\d[\dw][a-z\d]{4}$/u,
  IL: /^\d{7}$/u,
  IS: /^\d{3}$/u,
  JP: /^\d{7}$/u,
  LU: /^l?\d{4}$/u,
  LV: /^(?:lv)?\d{4}$/u,
  LT: /^(?:lt)?\d{5}$/u,
  MD: /^(?:md)?\d{4}$/u,
  MT: /^[a-z]{3}\d{2,4}$/u,
  NL: /^\d{4}(?:[a-z]{2})?$/u,
  PT: /^\d{4}(?:\d{3})?$/u,
  US: /^\d{5}(?:\d{4})?$/u,
};
const BRITISH_CODE = /^[a-z]{1,2}\d[a-z\d]?(?:\d[a-z]{2})?$/u;
/** Digits before and after the separator. */
const SEPARATED: Readonly<Record<string, string>> = {
  BR: "5-3",
  CZ: "3-2",
  GR: "3-2",
  JP: "3-4",
  PL: "2-3",
  PT: "4-3",
  SE: "3-2",
  SK: "3-2",
  US: "5-4",
};
const countries = (codes: string) => new Set(codes.split(" "));
const BRITISH = countries("GB GG IM JE");
const FOUR_DIGITS = countries(
  "AF AL AM AR AT AU BD BE BG CH CY DK GE HU LI NO NZ PH SI TN ZA MK XK",
);
const SIX_DIGITS = countries("BY CN CO EC IN KG KZ RO RU SG VN");
const DIGITS = {
  four: /^\d{4}$/u,
  five: /^\d{5}$/u,
  six: /^\d{6}$/u,
};
/** What of a code names the area that all codes around share. */
const AREAS: Readonly<Record<string, number>> = {
  BR: 5,
  CA: 3,
  IE: 3,
  NL: 4,
  PT: 4,
  US: 5,
};
const BRITISH_INWARD = 3;

/** Returns true if a folded word is written like a postcode of the country. */
export const isPostcodeOf = (country: string, key: string): boolean => patternOf(country).test(key);

function patternOf(country: string): RegExp {
  if (BRITISH.has(country)) return BRITISH_CODE;
  if (FOUR_DIGITS.has(country)) return DIGITS.four;
  return PATTERNS[country] ?? (SIX_DIGITS.has(country) ? DIGITS.six : DIGITS.five);
}

/** Returns true if two groups of digits are divided like the postcodes of the country: "111 20" in Sweden, "05-326" in Poland. */
export const isSeparatedLikeIn = (country: string, groups: readonly string[]): boolean =>
  groups.map(({ length }) => length).join("-") === SEPARATED[country];

/** Some codes are known by their first signs only: "05-3" of 05-326 in Poland. Parts that people name alone are complete. */
export const isBeginningOfPostcode = (country: string, key: string): boolean =>
  !isPostcodeOf(country, key) && key.length < (AREAS[country] ?? Infinity);

/** Of a code with a part for a few houses, the part before: "W10 5QB" is in W10, "1012 LG" in 1012. */
export function postcodeArea(country: string, key: string): string {
  if (BRITISH.has(country))
    return key.length > BRITISH_INWARD + 1 && /\d[a-z]{2}$/u.test(key)
      ? key.slice(0, -BRITISH_INWARD)
      : key;
  return key.slice(0, AREAS[country] ?? key.length);
}
