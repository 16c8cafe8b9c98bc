const DIGIT = /\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;
/** Marks of the writing direction, which phones and address books add to copied texts, and other signs without width. */
export const INVISIBLE = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
/** The Arabic sign between thousands. */
const ARABIC_THOUSANDS = /(?<=\d)٬(?=\d)/g;
/** The long vowel sign of Japanese keyboards, which stands where the hyphen is. */
const JAPANESE_HYPHEN = /(?<=\d)[ーｰ](?=\d)/g;

/** Signs of numbers in other scripts and in full width, by what they mean. */
const SIGNS: Readonly<Record<string, string>> = {
  ".": "٫．﹒。｡",
  ",": "،，﹐、﹑､",
  ";": "؛；﹔",
  ":": "：﹕",
  "-": "−－﹣‐‑‒–—―",
  "+": "＋﹢",
  "(": "（",
  ")": "）",
  "/": "／",
};
const meaningOf = new Map(
  Object.entries(SIGNS).flatMap(([meaning, signs]) =>
    Array.from(signs, (sign): [string, string] => [sign, meaning]),
  ),
);
const OTHER_SIGN = new RegExp(`[${[...meaningOf.keys()].join("")}]`, "g");

/**
 * The text with the digits of every script as 0 to 9 and with the separators and signs between them as on a Latin
 * keyboard. Everything that reads a digit from a person reads it through this.
 *
 * @example
 *   plainNumbers("٤٧٫١٤، ٩٫٥٢"); // "47.14, 9.52"
 *   plainNumbers("＋８１ ９０－１２３４－５６７８"); // "+81 90-1234-5678"
 */
export function plainNumbers(text: string): string {
  return text
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\p{Zs}/gu, " ")
    .replaceAll(DIGIT, digitValue)
    .replaceAll(ARABIC_THOUSANDS, "")
    .replaceAll(JAPANESE_HYPHEN, "-")
    .replaceAll(OTHER_SIGN, (sign) => meaningOf.get(sign) ?? sign);
}

/** Value of a decimal digit of any script. In Unicode the digits of a script are consecutive, from 0 to 9. */
export function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (IS_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** A space or apostrophe between thousands. */
const THOUSANDS = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;
const PLAIN = /^([+-]?)(\d*)(?:[.,](\d*))?$/;
/** Two kinds of separators: the last one is the decimal one. Indian groups have two digits. */
const GROUPED = [/^([+-]?\d{1,3}(?:,\d{2,3})+)\.(\d+)$/, /^([+-]?\d{1,3}(?:\.\d{3})+),(\d+)$/];
/** The same separator twice is not a decimal one. */
const GROUPS_ONLY = /^([+-]?\d{1,3}([.,])\d{3}(?:\2\d{3})+)$/;

/** Whole and decimal digits of a typed number, with a decimal point or comma; undefined if it is none. */
export function readDecimal(typed: string):
  | {
      readonly whole: string;
      readonly decimals: string;
    }
  | undefined {
  const text = plainNumbers(typed).trim().replaceAll(THOUSANDS, "");
  const plain = PLAIN.exec(text);
  if (plain && /\d/.test(text)) {
    const [, sign = "", digits, decimals = ""] = plain;
    return {
      whole: sign + (digits || "0"),
      decimals,
    };
  }

  const grouped = GROUPED.map((pattern) => pattern.exec(text)).find((match) => match);
  const groupsOnly = GROUPS_ONLY.exec(text);
  const whole = grouped?.[1] ?? groupsOnly?.[1];
  return whole === undefined
    ? undefined
    : {
        whole: whole.replaceAll(/[.,]/g, ""),
        decimals: grouped?.[2] ?? "",
      };
}

/** Reads a typed number; NaN if the text is none, as `Number` says it. */
export function readNumber(typed: string): number {
  const found = readDecimal(typed);
  return found ? Number(`${found.whole}.${found.decimals}`) : Number.NaN;
}
