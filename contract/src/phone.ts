import { translatable } from "./message.ts";
import { PHONE_MAX_LENGTH, PHONE_MIN_LENGTH } from "./limits.ts";
import { plainNumbers } from "./plain-numbers.ts";

/** A country with detailed checks (specification, section 5). */
export interface PhoneCountry {
  readonly callingCode: string;
  /** As the specification writes it. */
  readonly name: string;
  /** ISO 3166 codes, for its name in other languages. */
  readonly regions: readonly string[];
  readonly national: RegExp;
  readonly example: string;
  /** The server's message for a number of another format. */
  readonly refusal: string;
}

const countries: readonly PhoneCountry[] = [
  {
    callingCode: "1",
    name: "US and Canada",
    regions: ["US", "CA"],
    national: /^[2-9]\d{2}[2-9]\d{6}$/,
    example: "+1 202 555 0123",
    refusal: translatable("Invalid US and Canada phone number format"),
  },
  {
    callingCode: "44",
    name: "UK",
    regions: ["GB"],
    national: /^\d{9,10}$/,
    example: "+44 7700 900123",
    refusal: translatable("Invalid UK phone number format"),
  },
  {
    callingCode: "91",
    name: "India",
    regions: ["IN"],
    national: /^[6-9]\d{9}$/,
    example: "+91 98765 43210",
    refusal: translatable("Invalid India phone number format"),
  },
  {
    callingCode: "61",
    name: "Australia",
    regions: ["AU"],
    national: /^\d{9}$/,
    example: "+61 412 345 678",
    refusal: translatable("Invalid Australia phone number format"),
  },
  {
    callingCode: "49",
    name: "Germany",
    regions: ["DE"],
    national: /^\d{6,12}$/,
    example: "+49 1512 3456789",
    refusal: translatable("Invalid Germany phone number format"),
  },
  {
    callingCode: "33",
    name: "France",
    regions: ["FR"],
    national: /^\d{9}$/,
    example: "+33 6 12 34 56 78",
    refusal: translatable("Invalid France phone number format"),
  },
  {
    callingCode: "81",
    name: "Japan",
    regions: ["JP"],
    national: /^\d{9,10}$/,
    example: "+81 90 1234 5678",
    refusal: translatable("Invalid Japan phone number format"),
  },
  {
    callingCode: "55",
    name: "Brazil",
    regions: ["BR"],
    national: /^\d{10,11}$/,
    example: "+55 11 91234 5678",
    refusal: translatable("Invalid Brazil phone number format"),
  },
  {
    callingCode: "52",
    name: "Mexico",
    regions: ["MX"],
    national: /^\d{10,11}$/,
    example: "+52 55 1234 5678",
    refusal: translatable("Invalid Mexico phone number format"),
  },
];

/** Countries whose examples a form shows. */
export const exampleCountries = countries.slice(0, 5);

/** Why a phone number is refused. */
export type PhoneProblem =
  | "missing"
  | "no-country-code"
  | "zero-country-code"
  | "wrong-characters"
  | "too-short"
  | "too-long";

export type PhoneRefusal =
  | {
      readonly valid: false;
      readonly problem: PhoneProblem;
    }
  | {
      readonly valid: false;
      readonly problem: "wrong-format";
      readonly country: PhoneCountry;
    };

export type PhoneCheck =
  | {
      readonly valid: true;
      readonly phone: string;
      readonly country: PhoneCountry | undefined;
    }
  | PhoneRefusal;

/**
 * Calling codes of the countries where a number begins with 0 at home, and never after the code. A test compares them
 * with the metadata of libphonenumber, which is too large for the first page.
 */
export const codesWithoutZero: ReadonlySet<string> = new Set(
  (
    "20 27 31 32 33 40 41 43 44 46 49 51 53 54 55 58 60 61 62 63 64 66 81 82 84 86 90 91 92 " +
    "93 94 95 98 211 212 213 218 231 232 233 234 243 249 251 252 254 255 256 260 261 262 263 " +
    "264 265 291 353 355 358 359 370 373 374 375 377 380 381 382 383 385 386 387 389 421 423 508 " +
    "590 591 593 594 595 596 598 686 850 855 856 880 886 961 962 963 964 966 967 970 971 972 " +
    "976 977 994 995 996"
  ).split(" "),
);

/**
 * What else is dialled before a number at home only, or was so once (Mexico), where the rest is as long as a number
 * there: Russia and Kazakhstan, Hungary, Lithuania, Belarus.
 */
const HOME_PREFIXES: readonly RegExp[] = [
  /^(\+7)8(?=\d{10}$)/,
  /^(\+36)06(?=\d{8,9}$)/,
  /^(\+52)1(?=\d{10}$)/,
  /^(\+370)[08](?=\d{8}$)/,
  /^(\+375)80?(?=\d{9}$)/,
];

/** Numbers are copied from links and signatures, too. */
const LINK = /^\s*tel[.:]\s*/i;

/**
 * Stored form of a number: a plus sign and digits, the same for every way to write it. What is dialled at home only, as
 * in "+41 (0)79 …", is left out, because no one can dial a number with it.
 */
export function cleanPhone(text: string): string {
  const phone = plainNumbers(text)
    .replace(LINK, "")
    .replaceAll(/[^\d+]/g, "")
    .replace(/^\++/, "+")
    .replace(/^\+?00/, "+");
  const code = [phone.slice(1, 3), phone.slice(1, 4)].find((digits) =>
    codesWithoutZero.has(digits),
  );
  if (code === undefined || !phone.startsWith(`+${code}0`))
    return HOME_PREFIXES.reduce((number, prefix) => number.replace(prefix, "$1"), phone);

  const national = phone.slice(1 + code.length);
  return /^0[1-9]/.test(national) ? `+${code}${national.slice(1)}` : phone;
}

/** Checks a typed number; spaces, dots, dashes, slashes and brackets are allowed. */
export function checkPhone(text: string): PhoneCheck {
  const phone = cleanPhone(text);
  if (text.trim() === "") return refuse("missing");
  if (!phone.startsWith("+")) return refuse("no-country-code");
  if (phone.startsWith("+0")) return refuse("zero-country-code");
  // Before the length check, because a wrong character also changes the length.
  const hasOnlyDigits = /^\+\d*$/.test(phone);
  if (!hasOnlyDigits || /[^\d+\s().\-/]/.test(plainNumbers(text).replace(LINK, "")))
    return refuse("wrong-characters");
  if (phone.length < PHONE_MIN_LENGTH) return refuse("too-short");
  if (phone.length > PHONE_MAX_LENGTH) return refuse("too-long");

  const country = findCountry(phone);
  if (country && !country.national.test(phone.slice(1 + country.callingCode.length)))
    return {
      valid: false,
      problem: "wrong-format",
      country,
    };
  return {
    valid: true,
    phone,
    country,
  };
}

function refuse(problem: PhoneProblem): PhoneRefusal {
  return { valid: false, problem };
}

const messages: Readonly<Record<PhoneProblem, string>> = {
  missing: translatable("Phone number is required"),
  "no-country-code": translatable("Phone number must include country code"),
  "zero-country-code": translatable("Phone number must include country code"),
  "wrong-characters": translatable("Phone number contains invalid characters"),
  "too-short": translatable("Phone number is too short"),
  "too-long": translatable("Phone number is too long"),
};

/** The server's message about a refused number, in the specification's words. */
export const phoneMessage = (refusal: PhoneRefusal): string =>
  refusal.problem === "wrong-format" ? refusal.country.refusal : messages[refusal.problem];

/**
 * Adds a plus sign before leading digits, and replaces the international prefix 00 by one, also if a plus sign was
 * added before its first 0.
 */
export const addPlusSign = (text: string): string => {
  const typed = plainNumbers(text).trimStart();
  if (/^\+?00/.test(typed)) return typed.replace(/^\+?00/, "+");
  return /^\d/.test(typed) ? `+${typed}` : typed;
};

const findCountry = (phone: string): PhoneCountry | undefined =>
  countries.find(({ callingCode }) => phone.startsWith(`+${callingCode}`));
