/** A fraction, and words and letters that a number is extended by. */
const FRACTIONS: Readonly<Record<string, string>> = {
  "½": " 1/2",
  "¼": " 1/4",
  "¾": " 3/4",
};
const FRACTION = /[½¼¾]/gu;
const BETWEEN_DIGITS = /(?<=\d)\s*([-/.])\s*(?=\d)/gu;
const OTHER_SIGNS = /[^\p{L}\p{N}/_-]/gu;
const SIGN_BESIDE_LETTER = /(?<=\p{L})[-/_]|[-/_](?=\p{L})/gu;
const LEADING_ZEROS = /(?<![\d])0+(?=\d)/gu;

/**
 * What house numbers are compared by: "12 A", "12a", "12/a" and "012a" are the same; "12-14", "12/3" and "12 1/2" keep
 * what separates their digits.
 */
export const houseNumberKey = (number: string): string =>
  number
    .toLowerCase()
    .replaceAll(FRACTION, (sign) => FRACTIONS[sign] ?? "")
    .replaceAll(/[–—−]/gu, "-")
    .replaceAll("\\", "/")
    .trim()
    .replaceAll(BETWEEN_DIGITS, (_, sign: string) => (sign === "." ? "/" : sign))
    .replaceAll(/(?<=\d)\s+(?=\d)/gu, "_")
    .replaceAll(OTHER_SIGNS, "")
    .replaceAll(SIGN_BESIDE_LETTER, "")
    .replaceAll(LEADING_ZEROS, "");

const RANGE = /^(\d+)[a-z]?-(\d+)[a-z]?$/u;
const DIGITS = /^\d+$/u;

/** "14" is in "12-16". */
export function isInRange(key: string, range: string): boolean {
  const [, from, to] = RANGE.exec(range) ?? [];
  return (
    from !== undefined &&
    DIGITS.test(key) &&
    Number(from) <= Number(key) &&
    Number(key) <= Number(to)
  );
}

/** Of "1325/25", as in Czechia and Slovakia, either part is typed alone. */
export const isPartOf = (key: string, number: string): boolean =>
  number.includes("/") && number.split("/").includes(key);
